/** A middle with its ends. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The middle one; between the two middle ones where their count is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Median, least and greatest; nothing where there are no values. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0) return undefined
  return { median: median(known), min: Math.min(...known), max: Math.max(...known) }
}

/** How many times the other each value is, round by round: values of one round were measured side by side. */
export function ratios(
  values: readonly (number | undefined)[],
  others: readonly (number | undefined)[],
): readonly number[] {
  return values.flatMap((value, round) => {
    const other = others[round]
    return value === undefined || other === undefined || other === 0 ? [] : [value / other]
  })
}
