import { createRequire } from 'node:module'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import { alikeKey } from './signs.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

const require = createRequire(import.meta.url)

/** Loaded when the first password is chosen: it takes a twentieth of the time of a start. */
let loaded: Vocabulary | undefined

/** Even the commonest words are one of ten. */
const LEAST_MAGNITUDE = 1

/**
 * The words that attackers try first: the passwords that people use, the commonest first, and the words that dice
 * choose, each as likely as the other.
 */
export function listedWords(): Vocabulary {
  loaded ??= load()
  return loaded
}

function load(): Vocabulary {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof CommonWords
  const magnitudes = new Map<string, number>()
  const list = (word: string, magnitude: number): void => {
    const key = alikeKey(word)
    if (magnitude < (magnitudes.get(key) ?? Infinity)) magnitudes.set(key, magnitude)
  }
  const dice = dictionary['diceware-common']
  for (const [place, word] of dictionary['passwords-common'].entries())
    list(word, Math.max(LEAST_MAGNITUDE, Math.log10(place + 1)))
  for (const word of dice) list(word, Math.log10(dice.length))
  return vocabularyOf('listed', magnitudes)
}
