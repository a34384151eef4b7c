import type { PartKind } from './part.ts'
import { alikeKey } from './signs.ts'

/** Words that attackers guess early. */
export interface Vocabulary {
  readonly kind: PartKind
  readonly mostCharacters: number
  /** The decimal logarithm of the guesses before the word, by its `alikeKey`. Nothing for an unknown word. */
  magnitudeOf(key: string): number | undefined
  /** Whether any word begins with these `BEGINNING_CHARACTERS` signs. At most places, this ends the search. */
  hasBeginning(key: string): boolean
}

/** How many signs a beginning has. Words of at most this length have none. */
export const BEGINNING_CHARACTERS = 4

/** The position of a word when all of the few are tried: the least that a word counts. */
const FEW_MAGNITUDE = 0.7

/** Makes a vocabulary of a few words of equal probability. Words shorter than `leastCharacters` are left out. */
export function fewWords(kind: PartKind, words: readonly string[], leastCharacters: number): Vocabulary {
  const keys = new Set(words.map(alikeKey).filter((key) => key.length >= leastCharacters))
  const magnitude = Math.max(FEW_MAGNITUDE, Math.log10(Math.max(1, keys.size)))
  return vocabularyOf(kind, new Map([...keys].map((key) => [key, magnitude])))
}

/** Makes a vocabulary from words with their magnitudes, by their keys. */
export function vocabularyOf(kind: PartKind, magnitudes: ReadonlyMap<string, number>): Vocabulary {
  let mostCharacters = 0
  const beginnings = new Set<string>()
  for (const key of magnitudes.keys()) {
    mostCharacters = Math.max(mostCharacters, key.length)
    beginnings.add(key.slice(0, BEGINNING_CHARACTERS))
  }
  return {
    kind,
    mostCharacters,
    magnitudeOf: (key) => magnitudes.get(key),
    hasBeginning: (key) => beginnings.has(key),
  }
}
