import { median } from '../measure/statistics.ts'

/** What a row of values over time came to. */
export interface Flatness {
  /** The middle of the middle third, and of the last. */
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** Fewer values than this show nothing. */
const LEAST_VALUES = 6

/**
 * Whether values stay: the middle of the last third is at most this part, or this much, above that of the third before
 * it. The first third is left out, because caches fill and code is compiled. Nothing where there are too few values.
 */
export function flatnessOf(
  values: readonly number[],
  { part, least }: { readonly part: number; readonly least: number },
): Flatness | undefined {
  if (values.length < LEAST_VALUES) return undefined
  const third = Math.floor(values.length / 3)
  const before = median(values.slice(-2 * third, -third))
  const after = median(values.slice(-third))
  return { before, after, isFlat: after - before <= Math.max(part * before, least) }
}
