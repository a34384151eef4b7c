/** How a part of a password can be guessed. */
export type PartKind = 'listed' | 'personal' | 'service' | 'keyboard' | 'sequence' | 'repeat' | 'date'

/**
 * A part of a password that is guessed as a whole: from the place `from` to before the place `until`. `magnitude` is
 * the decimal logarithm of the number of guesses.
 */
export interface Part {
  readonly kind: PartKind
  readonly from: number
  readonly until: number
  readonly magnitude: number
}

/** Takes a part that begins at the place that was asked for. */
export type TakePart = (until: number, magnitude: number) => void

/** Knows the parts of one kind in a text. */
export interface PartFinder {
  readonly kind: PartKind
  /** Gives every part that begins at a place. Parts may overlap. */
  partsFrom(from: number, take: TakePart): void
}

/** A single character counts as one of ten, so that no letter is worth more than a digit. */
export const CHARACTER_MAGNITUDE = 1

/** The choice of one of two spellings, or of one of two directions. */
export const CHOICE_MAGNITUDE = 0.3

/** The fewest characters that are guessed faster together. */
export const LEAST_PART_CHARACTERS = 3

/** The most characters that are cut from the end of a run, where the next part begins within it. */
const MOST_CUT_CHARACTERS = 2

/** Gives a run, and the same without its last characters, because the next part may begin with them. */
export function takeRun(take: TakePart, until: number, magnitude: number, leastUntil: number): void {
  for (let cut = 0; cut <= MOST_CUT_CHARACTERS && until - cut >= leastUntil; cut += 1)
    take(until - cut, magnitude)
}
