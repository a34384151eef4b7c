import { CHOICE_MAGNITUDE, LEAST_PART_CHARACTERS, type PartFinder } from './part.ts'
import type { Signs } from './signs.ts'
import { BEGINNING_CHARACTERS, type Vocabulary } from './vocabulary.ts'
import { type PartHashes, partHashesOf } from './word-table.ts'

const LETTER = /^\p{L}/u

/** Signs in place of letters: attackers have few rules for that. */
const LOOK_ALIKE_MAGNITUDE = 0.3

/** Capitals: attackers have few rules for them, however many there are. */
const MOST_CAPITALS_MAGNITUDE = 1.5

/** A text in which words of several vocabularies are looked for. */
export interface Words {
  readonly length: number
  readonly hashes: PartHashes
  /** How much the spelling of a part adds: its capitals, and the signs in place of letters. */
  spellingMagnitude(from: number, until: number): number
}

/** Makes a text ready for `wordParts`. */
export function wordsOf({ plain, alike, capital }: Signs): Words {
  const letters = countsOf(plain.map((sign) => LETTER.test(String.fromCodePoint(sign))))
  const capitals = countsOf(capital)
  return {
    length: plain.length,
    hashes: partHashesOf(alike),
    spellingMagnitude: (from, until) =>
      lookAlikesMagnitude(between(letters, from, until), until - from) +
      capitalsMagnitude(between(capitals, from, until), until - from),
  }
}

/** Every part that is a word of a vocabulary, forwards or backwards, with any capitals and look-alike signs. */
export function wordParts(text: Words, { kind, lengths, magnitudeOf, hasBeginning }: Vocabulary): PartFinder {
  const { hashes, spellingMagnitude } = text
  const long = lengths.filter((length) => length >= LEAST_PART_CHARACTERS)
  const begins = (from: number): boolean => hasBeginning(hashes.forwards(from, from + BEGINNING_CHARACTERS))
  const turned = Uint8Array.from({ length: text.length + 1 }, (_, until) => {
    const from = until - BEGINNING_CHARACTERS
    return from >= 0 && hasBeginning(hashes.backwards(from, until)) ? 1 : 0
  })
  return {
    kind,
    partsFrom: (from, take) => {
      const mayBegin = from + BEGINNING_CHARACTERS <= text.length && begins(from)
      for (const length of long) {
        const until = from + length
        if (until > text.length) continue
        const isShort = length < BEGINNING_CHARACTERS
        const asIs = isShort || mayBegin ? magnitudeOf(hashes.forwards(from, until)) : undefined
        if (asIs !== undefined) take(until, asIs + spellingMagnitude(from, until))
        const fromEnd = isShort || turned[until] ? magnitudeOf(hashes.backwards(from, until)) : undefined
        if (fromEnd !== undefined) take(until, fromEnd + spellingMagnitude(from, until) + CHOICE_MAGNITUDE)
      }
    },
  }
}

/** For each place, how many places before it are so. */
function countsOf(places: readonly boolean[]): Uint16Array {
  const counts = new Uint16Array(places.length + 1)
  for (const [place, isSo] of places.entries()) counts[place + 1] = (counts[place] ?? 0) + (isSo ? 1 : 0)
  return counts
}

const between = (counts: Uint16Array, from: number, until: number): number =>
  (counts[until] ?? 0) - (counts[from] ?? 0)

/** A word of only digits or symbols has one spelling. */
function lookAlikesMagnitude(letters: number, characters: number): number {
  return letters > 0 && letters < characters ? LOOK_ALIKE_MAGNITUDE : 0
}

function capitalsMagnitude(capitals: number, characters: number): number {
  if (capitals === characters) return CHOICE_MAGNITUDE
  return Math.min(MOST_CAPITALS_MAGNITUDE, capitals * CHOICE_MAGNITUDE)
}
