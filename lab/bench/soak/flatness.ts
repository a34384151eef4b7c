import { median } from '../../kit/statistics.ts'

/** The verdict on values over time. */
export interface Flatness {
  /** The value of the middle third, and of the last. */
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** With fewer values there is no verdict. */
const LEAST_VALUES = 6

/** The allowed growth, and the value that represents a third: by default its median. */
export interface Allowance {
  readonly part: number
  readonly least: number
  /** `lowest` for values that rise until something clears them, such as garbage: the level after that counts. */
  readonly by?: 'middle' | 'lowest'
}

/**
 * Whether values are flat: the last third is at most this part, or this much, above the second third. The first third does
 * not count, because caches fill and code is compiled. Nothing if there are too few values.
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
