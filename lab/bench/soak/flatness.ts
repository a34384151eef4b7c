import { median } from '../../kit/statistics.ts'

/** What a row of values over time came to. */
export interface Flatness {
  /** What stands for the middle third, and for the last. */
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** Fewer values than this show nothing. */
const LEAST_VALUES = 6

/** The growth that is allowed, and what represents a third of the values: by default its median. */
export interface Allowance {
  readonly part: number
  readonly least: number
  /** `lowest` for what rises until something clears it away, as garbage does: where it stays then is what counts. */
  readonly by?: 'middle' | 'lowest'
}

/**
 * Whether values stay: the last third is at most this part, or this much, above the third before it. The first third is
 * left out, because caches fill and code is compiled. Nothing where there are too few values.
 */
export function flatnessOf(
  values: readonly number[],
  { part, least, by = 'middle' }: Allowance,
): Flatness | undefined {
  if (values.length < LEAST_VALUES) return undefined
  const third = Math.floor(values.length / 3)
  const standing = (some: readonly number[]) => (by === 'lowest' ? Math.min(...some) : median(some))
  const before = standing(values.slice(-2 * third, -third))
  const after = standing(values.slice(-third))
  return { before, after, isFlat: after - before <= Math.max(part * before, least) }
}
