import { dateParts } from './date-parts.ts'
import { keyboardParts } from './keyboard-parts.ts'
import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type Part, type PartFinder, type PartKind } from './part.ts'
import { repeatParts } from './repeat-parts.ts'
import { sequenceParts } from './sequence-parts.ts'
import { type Signs, without } from './signs.ts'
import type { Vocabulary } from './vocabulary.ts'
import { wordParts, wordsOf } from './word-parts.ts'

/** The guess that finds a password first. */
export interface Guess {
  /** The decimal logarithm of the number of guesses. */
  readonly magnitude: number
  /** The parts that are guessed as a whole, the last one first. Everything between them is guessed character by character. */
  readonly parts: readonly Part[]
}

/** One way to read a password, and how many guesses it takes to find that it is read so. */
export interface Reading {
  readonly characters: number
  readonly ruleMagnitude: number
  readonly finders: readonly PartFinder[]
}

/** The choice of one of four rules that change the whole text, and of its character. */
const RULE_MAGNITUDE = CHARACTER_MAGNITUDE + 2 * CHOICE_MAGNITUDE

const LETTER_OR_DIGIT = /^[\p{L}\p{M}\p{N}]/u

/** The readings of a text: as it is, without the separators of its parts, and without doubled characters. */
export function readingsOf(signs: Signs, vocabularies: readonly Vocabulary[]): readonly Reading[] {
  const reduced = [withoutSeparator(signs), withoutDoubles(signs)].filter((reading) => reading !== undefined)
  return [
    { characters: signs.plain.length, ruleMagnitude: 0, finders: findersOf(signs, vocabularies) },
    ...reduced.map((changed) => ({
      characters: changed.plain.length,
      ruleMagnitude: RULE_MAGNITUDE,
      finders: findersOf(changed, vocabularies),
    })),
  ]
}

/** What knows the parts of a text, of each kind. */
export function findersOf(signs: Signs, vocabularies: readonly Vocabulary[]): readonly PartFinder[] {
  const words = wordsOf(signs)
  return [
    ...vocabularies.map((vocabulary) => wordParts(words, vocabulary)),
    repeatParts(signs),
    sequenceParts(signs),
    keyboardParts(signs),
    dateParts(signs),
  ]
}

/** The guess that finds the password first, without the parts of one kind. Nothing where it takes at least `most`. */
export function easiestGuess(readings: readonly Reading[], most: number, left?: PartKind): Guess | undefined {
  let easiest: Guess | undefined
  for (const { characters, ruleMagnitude, finders } of readings) {
    const known = easiest?.magnitude ?? most
    const guess = guessOf(
      characters,
      finders.filter(({ kind }) => kind !== left),
      known,
    )
    const magnitude = guess.magnitude + ruleMagnitude
    if (magnitude < known) easiest = { ...guess, magnitude }
  }
  return easiest
}

/**
 * The cheapest guess of the whole text, built from its beginning. A beginning is not followed if it takes `most` guesses, or as
 * many as the whole text is known to take.
 */
function guessOf(characters: number, finders: readonly PartFinder[], most: number): Guess {
  const magnitudes = new Float64Array(characters + 1).fill(Infinity, 1)
  /** The last part of the cheapest guess up to a place. None where it ends with a single character. */
  const lastParts = new Array<Part | undefined>(characters + 1)
  const before = (place: number): number => magnitudes[place] ?? Infinity
  for (let from = 0; from < characters; from += 1) {
    if (before(from) >= Math.min(most, before(characters))) continue
    if (before(from) + CHARACTER_MAGNITUDE < before(from + 1)) {
      magnitudes[from + 1] = before(from) + CHARACTER_MAGNITUDE
      lastParts[from + 1] = undefined
    }
    for (const { kind, partsFrom } of finders) {
      partsFrom(from, (until, magnitude) => {
        if (before(from) + magnitude >= before(until)) return
        magnitudes[until] = before(from) + magnitude
        lastParts[until] = { kind, from, until, magnitude }
      })
    }
  }
  return { magnitude: before(characters), parts: partsUntil(characters, lastParts) }
}

function partsUntil(characters: number, lastParts: readonly (Part | undefined)[]): Part[] {
  const parts: Part[] = []
  let place = characters
  while (place > 0) {
    const part = lastParts[place]
    if (part) parts.push(part)
    place = part?.from ?? place - 1
  }
  return parts
}

/** The text without its most frequent symbol, where that is there more than once. */
function withoutSeparator(signs: Signs): Signs | undefined {
  const symbols = signs.plain.filter((sign) => !LETTER_OR_DIGIT.test(String.fromCodePoint(sign)))
  const [separator] = [...Map.groupBy(symbols, (sign) => sign).values()]
    .filter((same) => same.length > 1)
    .reduce<readonly number[]>((most, same) => (same.length > most.length ? same : most), [])
  return separator === undefined ? undefined : without(signs, (place) => signs.plain[place] === separator)
}

/** One of each two characters, where every character is doubled: `ppaasssswwoorrdd`. */
function withoutDoubles(signs: Signs): Signs | undefined {
  const { plain } = signs
  const doubled = plain.length > 1 && plain.every((sign, place) => sign === plain[place - (place % 2)])
  return doubled ? without(signs, (place) => place % 2 === 1) : undefined
}
