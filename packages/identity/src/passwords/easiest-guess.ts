import { dateParts } from './date-parts.ts'
import { keyboardParts } from './keyboard-parts.ts'
import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type Part } from './part.ts'
import { repeatParts } from './repeat-parts.ts'
import { sequenceParts } from './sequence-parts.ts'
import { type Signs, without } from './signs.ts'
import type { Vocabulary } from './vocabulary.ts'
import { wordParts } from './word-parts.ts'

/** The guess that finds a password first. */
export interface Guess {
  /** The decimal logarithm of the number of guesses. */
  readonly magnitude: number
  /** The parts that are guessed as a whole. Everything between them is guessed character by character. */
  readonly parts: readonly Part[]
}

/** The choice of one of four rules that change the whole text, and of its character. */
const RULE_MAGNITUDE = CHARACTER_MAGNITUDE + 2 * CHOICE_MAGNITUDE

const LETTER_OR_DIGIT = /^[\p{L}\p{M}\p{N}]/u

/** The guess that finds a password first: as it is, without the separators of its parts, or without doubled characters. */
export function easiestGuess(signs: Signs, vocabularies: readonly Vocabulary[]): Guess {
  const reduced = [withoutSeparator(signs), withoutDoubles(signs)].filter((reading) => reading !== undefined)
  const guesses = reduced.map((reading) => {
    const { magnitude, parts } = guessOf(reading, vocabularies)
    return { magnitude: magnitude + RULE_MAGNITUDE, parts }
  })
  return guesses.reduce(easier, guessOf(signs, vocabularies))
}

const easier = (one: Guess, other: Guess): Guess => (other.magnitude < one.magnitude ? other : one)

/** A cheapest guess up to a place: its last part, and the guess before that part. */
interface Way {
  readonly magnitude: number
  readonly part?: Part
  readonly before?: Way | undefined
}

/** The cheapest guess of the whole text, built from its beginning. Each part is visited once. */
function guessOf(signs: Signs, vocabularies: readonly Vocabulary[]): Guess {
  const starting = Map.groupBy(partsOf(signs, vocabularies), ({ from }) => from)
  const ways: Way[] = [{ magnitude: 0 }]
  const offer = (until: number, way: Way): void => {
    if (way.magnitude < (ways[until]?.magnitude ?? Infinity)) ways[until] = way
  }
  for (let place = 0; place < signs.plain.length; place += 1) {
    const before = ways[place]
    const magnitude = before?.magnitude ?? 0
    offer(place + 1, { magnitude: magnitude + CHARACTER_MAGNITUDE, before })
    for (const part of starting.get(place) ?? []) {
      offer(part.until, { magnitude: magnitude + part.magnitude, part, before })
    }
  }
  const whole = ways[signs.plain.length]
  return { magnitude: whole?.magnitude ?? 0, parts: partsOn(whole) }
}

function partsOn(way: Way | undefined): Part[] {
  const parts: Part[] = []
  for (let step = way; step; step = step.before) if (step.part) parts.push(step.part)
  return parts
}

/** Every part that is guessed as a whole. Parts may overlap. */
export function partsOf(signs: Signs, vocabularies: readonly Vocabulary[]): Part[] {
  return [
    ...vocabularies.flatMap((vocabulary) => wordParts(signs, vocabulary)),
    ...repeatParts(signs),
    ...sequenceParts(signs),
    ...keyboardParts(signs),
    ...dateParts(signs),
  ]
}

/** The text without its most frequent symbol, where that is there more than once. */
function withoutSeparator(signs: Signs): Signs | undefined {
  const symbols = signs.plain.filter((sign) => !LETTER_OR_DIGIT.test(sign))
  const [separator] = [...Map.groupBy(symbols, (sign) => sign).values()]
    .filter((same) => same.length > 1)
    .reduce<readonly string[]>((most, same) => (same.length > most.length ? same : most), [])
  return separator === undefined ? undefined : without(signs, (place) => signs.plain[place] === separator)
}

/** One of each two characters, where every character is doubled: `ppaasssswwoorrdd`. */
function withoutDoubles(signs: Signs): Signs | undefined {
  const { plain } = signs
  const doubled = plain.length > 1 && plain.every((sign, place) => sign === plain[place - (place % 2)])
  return doubled ? without(signs, (place) => place % 2 === 1) : undefined
}
