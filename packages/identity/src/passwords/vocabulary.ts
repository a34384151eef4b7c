import type { PartKind } from './part.ts'
import { alikeKey } from './signs.ts'

/** Words that are guessed early. */
export interface Vocabulary {
  readonly kind: PartKind
  readonly mostCharacters: number
  /** The decimal logarithm of the guesses until the word comes, by its `alikeKey`; nothing for a word that is not in it. */
  magnitudeOf(key: string): number | undefined
  /** Whether any word begins with these `BEGINNING_CHARACTERS` signs, so that most places are looked at once. */
  hasBeginning(key: string): boolean
}

/** How many signs are a beginning; words that are no longer have none. */
export const BEGINNING_CHARACTERS = 4

/** Where the word comes if all of the few are tried; the least that a word counts. */
const FEW_MAGNITUDE = 0.7

/** A vocabulary of a few words, one as likely as the other; shorter ones than `leastCharacters` are too short to tell. */
export function fewWords(kind: PartKind, words: readonly string[], leastCharacters: number): Vocabulary {
  const keys = new Set(words.map(alikeKey).filter((key) => key.length >= leastCharacters))
  const magnitude = Math.max(FEW_MAGNITUDE, Math.log10(Math.max(1, keys.size)))
  return vocabularyOf(kind, new Map([...keys].map((key) => [key, magnitude])))
}

/** A vocabulary of words with their magnitudes, by their keys. */
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
