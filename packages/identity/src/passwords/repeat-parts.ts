import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type PartFinder, takeRun } from './part.ts'
import type { Signs } from './signs.ts'

/** The choice of the place that is repeated, and whether the repeat goes on to the end. */
const REPEAT_MAGNITUDE = CHARACTER_MAGNITUDE + CHOICE_MAGNITUDE

const LEAST_REPEATED_CHARACTERS = 2

/** Every part that repeats earlier text, forwards or backwards. A repeat may begin inside the text that it repeats. */
export function repeatParts({ plain }: Signs): PartFinder {
  const again = longestRepeats(plain, 1)
  const turned = longestRepeats(plain, -1)
  return {
    kind: 'repeat',
    partsFrom: (from, take) => {
      const least = from + LEAST_REPEATED_CHARACTERS
      takeRun(take, from + (again[from] ?? 0), REPEAT_MAGNITUDE, least)
      takeRun(take, from + (turned[from] ?? 0), REPEAT_MAGNITUDE + CHOICE_MAGNITUDE, least)
    },
  }
}

/**
 * For each place, how many characters from it equal those from some place before it, which are read with this step.
 * `lengths` has that number for each place before: first for the next place, then for this one.
 */
function longestRepeats(plain: readonly number[], step: 1 | -1): Uint16Array {
  const longest = new Uint16Array(plain.length)
  const lengths = new Uint16Array(plain.length + 2)
  const signs = Uint32Array.from(plain)
  for (let from = plain.length - 1; from > 0; from -= 1)
    longest[from] = lengthen({ signs, lengths }, from, step)
  return longest
}

interface Lengths {
  readonly signs: Uint32Array
  readonly lengths: Uint16Array
}

/** Goes over the places before one with the step, so that each number is read before it is overwritten. Returns the greatest. */
function lengthen({ signs, lengths }: Lengths, from: number, step: 1 | -1): number {
  const sign = signs[from]
  let most = 0
  for (let at = 0; at < from; at += 1) {
    const source = step === 1 ? at : from - 1 - at
    const length = signs[source] === sign ? 1 + (lengths[source + 1 + step] ?? 0) : 0
    lengths[source + 1] = length
    if (length > most) most = length
  }
  return most
}
