/** How a stretch of a password can be guessed. */
export type PartKind = 'listed' | 'personal' | 'service' | 'keyboard' | 'sequence' | 'repeat' | 'date'

/**
 * A stretch of a password that is guessed at once, from the place `from` to before the place `until`. `magnitude` is the
 * decimal logarithm of how many guesses that takes.
 */
export interface Part {
  readonly kind: PartKind
  readonly from: number
  readonly until: number
  readonly magnitude: number
}

/** A character that has to be guessed by itself: one of ten, so that no letter is worth more than a digit. */
export const CHARACTER_MAGNITUDE = 1

/** Which of two spellings, or which of two directions. */
export const CHOICE_MAGNITUDE = 0.3

/** The least number of characters that are more quickly guessed together. */
export const LEAST_PART_CHARACTERS = 3

/** By how many of its last characters a run is cut, at the most, where the next part begins within it. */
const MOST_CUT_CHARACTERS = 2

/** A run from a place, and the same without its last characters, because the next part may begin with them. */
export function runsFrom(run: Part, leastCharacters: number): Part[] {
  const runs: Part[] = []
  for (let cut = 0; cut <= MOST_CUT_CHARACTERS; cut += 1) {
    const until = run.until - cut
    if (until - run.from >= leastCharacters) runs.push({ ...run, until })
  }
  return runs
}
