import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type Part, runsFrom } from './part.ts'
import type { Signs } from './signs.ts'

/** The choice of the place that is repeated, and whether the repeat goes on to the end. */
const REPEAT_MAGNITUDE = CHARACTER_MAGNITUDE + CHOICE_MAGNITUDE

const LEAST_REPEATED_CHARACTERS = 2

/** Every part that repeats earlier text, forwards or backwards. A repeat may begin inside the text that it repeats. */
export function repeatParts({ plain }: Signs): Part[] {
  const parts: Part[] = []
  const forwards = new Array<number>(plain.length + 1).fill(0)
  const backwards = new Array<number>(plain.length + 1).fill(0)
  for (let from = plain.length - 1; from > 0; from -= 1) {
    extendForwards(plain, from, forwards)
    extendBackwards(plain, from, backwards)
    const [again, turned] = [Math.max(...forwards.slice(0, from)), Math.max(...backwards.slice(1, from + 1))]
    parts.push(...repeat(from, again, REPEAT_MAGNITUDE))
    parts.push(...repeat(from, turned, REPEAT_MAGNITUDE + CHOICE_MAGNITUDE))
  }
  return parts
}

function repeat(from: number, length: number, magnitude: number): Part[] {
  return runsFrom({ kind: 'repeat', from, until: from + length, magnitude }, LEAST_REPEATED_CHARACTERS)
}

/**
 * Sets `lengths[source]`: how many characters at `from` equal those at `source`. The list had the lengths for the next
 * place.
 */
function extendForwards(plain: readonly string[], from: number, lengths: number[]): void {
  for (let source = 0; source < from; source += 1) {
    lengths[source] = plain[source] === plain[from] ? 1 + (lengths[source + 1] ?? 0) : 0
  }
}

/** Sets `lengths[source + 1]`: how many characters at `from` equal those read backwards from `source`. */
function extendBackwards(plain: readonly string[], from: number, lengths: number[]): void {
  for (let source = from - 1; source >= 0; source -= 1) {
    lengths[source + 1] = plain[source] === plain[from] ? 1 + (lengths[source] ?? 0) : 0
  }
}
