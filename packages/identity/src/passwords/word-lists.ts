import { createRequire } from 'node:module'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import type { dictionary as German } from '@zxcvbn-ts/language-de'
import type { dictionary as English } from '@zxcvbn-ts/language-en'
import { alikeKey } from './signs.ts'
import { BEGINNING_CHARACTERS } from './vocabulary.ts'
import { addWord, emptyTable, type WordTable } from './word-table.ts'

/** The words that attackers try first, in the form that threads pass to each other. */
export interface WordTables {
  /** Ten times the decimal logarithm of the guesses before a word, by its `alikeKey`. */
  readonly words: WordTable
  readonly beginnings: WordTable
  readonly lengths: readonly number[]
}

const require = createRequire(import.meta.url)

const TENTHS = 10

/** Even the most frequent word counts as one of ten. */
const LEAST_MAGNITUDE = 1

/**
 * Shorter words of a language are in everybody's passphrases, and the lists of passwords and dice words have the
 * important ones. Only a long word is nearly a password by itself.
 */
const LEAST_LETTERS = 7

const [WORD_PLACES, BEGINNING_PLACES] = [2 ** 18, 2 ** 16]

/**
 * Reads the lists: frequent passwords and the long words of English and German, the most frequent first; and dice
 * words, which are equally probable.
 */
export function readWordLists(): WordTables {
  const [words, beginnings] = [emptyTable(WORD_PLACES), emptyTable(BEGINNING_PLACES)]
  const lengths = new Set<number>()
  for (const [word, magnitude] of rankedWords()) {
    const key = alikeKey(word)
    addWord(words, key, Math.round(magnitude * TENTHS))
    addWord(beginnings, key.slice(0, BEGINNING_CHARACTERS), 0)
    lengths.add(key.length)
  }
  return { words, beginnings, lengths: [...lengths] }
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

/** Loads one file of each package, because the main files also load a hundred thousand names. */
function languageWords(): readonly (readonly string[])[] {
  return [
    require('@zxcvbn-ts/language-en/dist/commonWords.json.cjs') as (typeof English)['commonWords-en'],
    require('@zxcvbn-ts/language-de/dist/commonWords.json.js') as (typeof German)['commonWords'],
  ]
}
