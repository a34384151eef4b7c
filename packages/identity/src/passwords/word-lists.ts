import { createRequire } from 'node:module'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import type { dictionary as German } from '@zxcvbn-ts/language-de'
import type { dictionary as English } from '@zxcvbn-ts/language-en'
import { alikeKey } from './signs.ts'
import { BEGINNING_CHARACTERS } from './vocabulary.ts'
import { addWord, emptyTable, type WordTable } from './word-table.ts'

/** The words that attackers try first, as one thread hands them to another. */
export interface WordTables {
  /** Ten times the decimal logarithm of the guesses until a word comes, by its `alikeKey`. */
  readonly words: WordTable
  readonly beginnings: WordTable
  readonly mostCharacters: number
}

const require = createRequire(import.meta.url)

const TENTHS = 10

/** Even the commonest words are one of ten. */
const LEAST_MAGNITUDE = 1

/**
 * Shorter words of a language stand in everybody's passphrases, and the lists of passwords and of dice have the telling
 * ones among them; only a long one is nearly a password by itself.
 */
const LEAST_LETTERS = 7

const [WORD_PLACES, BEGINNING_PLACES] = [2 ** 18, 2 ** 16]

/**
 * Reads the lists: the passwords that people use and the long words of English and German, the commonest first, and the
 * words that dice choose, each as likely as the other.
 */
export function readWordLists(): WordTables {
  const [words, beginnings] = [emptyTable(WORD_PLACES), emptyTable(BEGINNING_PLACES)]
  let mostCharacters = 0
  for (const [word, magnitude] of rankedWords()) {
    const key = alikeKey(word)
    addWord(words, key, Math.round(magnitude * TENTHS))
    addWord(beginnings, key.slice(0, BEGINNING_CHARACTERS), 0)
    mostCharacters = Math.max(mostCharacters, key.length)
  }
  return { words, beginnings, mostCharacters }
}

type Ranked = Generator<readonly [word: string, magnitude: number]>

function* rankedWords(): Ranked {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof CommonWords
  yield* byPlace(dictionary['passwords-common'], 1)
  for (const words of languageWords()) yield* byPlace(words, LEAST_LETTERS)
  const dice = dictionary['diceware-common']
  for (const word of dice) yield [word, Math.log10(dice.length)]
}

function* byPlace(words: readonly string[], leastLetters: number): Ranked {
  for (const [place, word] of words.entries())
    if (word.length >= leastLetters) yield [word, Math.max(LEAST_MAGNITUDE, Math.log10(place + 1))]
}

/** The one file of each package is asked for, because the packages' doors load a hundred thousand names too. */
function languageWords(): readonly (readonly string[])[] {
  return [
    require('@zxcvbn-ts/language-en/dist/commonWords.json.cjs') as (typeof English)['commonWords-en'],
    require('@zxcvbn-ts/language-de/dist/commonWords.json.js') as (typeof German)['commonWords'],
  ]
}
