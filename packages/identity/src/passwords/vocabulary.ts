import type { PartKind } from './part.ts'
import { alikeKey } from './signs.ts'
import { addWord, emptyTable, numberOf, type WordTable } from './word-table.ts'

/** Words that attackers guess early. Words are asked for by the hash of their `alikeKey`. */
export interface Vocabulary {
  readonly kind: PartKind
  /** How many signs its words have, each number once. */
  readonly lengths: readonly number[]
  /** The decimal logarithm of the guesses before the word. Nothing for an unknown word. */
  magnitudeOf(hash: number): number | undefined
  /** Whether any word begins with these `BEGINNING_CHARACTERS` signs. At most places, this ends the search. */
  hasBeginning(hash: number): boolean
}

/** How many signs a beginning has. Words of at most this length have none. */
export const BEGINNING_CHARACTERS = 4

/** The position of a word when all of the few are tried: the least that a word counts. */
const FEW_MAGNITUDE = 0.7

/** Makes a vocabulary of a few words of equal probability. Words shorter than `leastCharacters` are left out. */
export function fewWords(kind: PartKind, words: Iterable<string>, leastCharacters: number): Vocabulary {
  const keys = [...new Set(Array.from(words, alikeKey))].filter((key) => key.length >= leastCharacters)
  const magnitude = Math.max(FEW_MAGNITUDE, Math.log10(Math.max(1, keys.length)))
  const [whole, beginnings] = [tableOf(keys), tableOf(keys.map((key) => key.slice(0, BEGINNING_CHARACTERS)))]
  return {
    kind,
    lengths: [...new Set(keys.map(({ length }) => length))],
    magnitudeOf: (hash) => (numberOf(whole, hash) === undefined ? undefined : magnitude),
    hasBeginning: (hash) => numberOf(beginnings, hash) !== undefined,
  }
}

function tableOf(keys: readonly string[]): WordTable {
  const table = emptyTable(2 ** Math.ceil(Math.log2(2 * keys.length + 1)))
  for (const key of keys) addWord(table, key, 0)
  return table
}
