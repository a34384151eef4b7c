/** A median with the minimum and the maximum. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** The median; of an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Median, minimum and maximum. Nothing without values. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0) return undefined
  return { median: median(known), min: Math.min(...known), max: Math.max(...known) }
}

/** The ratios of the values, round by round, because those of one round were measured side by side. */
export function ratios(
  values: readonly (number | undefined)[],
  others: readonly (number | undefined)[],
): readonly number[] {
  return values.flatMap((value, round) => {
    const other = others[round]
    return value === undefined || other === undefined || other === 0 ? [] : [value / other]
  })
}

/** The difference of two sets of samples. */
export interface Separation {
  /** The probability that a sample of the second set is larger than one of the first; 0.5 for equal sets. */
  readonly larger: number
  /** The p-value (Mann-Whitney U test, two-sided). */
  readonly chance: number
  /** The median of the second set minus that of the first. */
  readonly medianShift: number
}

/** Compares two sets by rank, so that a few slow samples have no influence. */
export function separate(first: readonly number[], second: readonly number[]): Separation {
  const ranks = rank([...first, ...second])
  const rankSum = ranks.slice(first.length).reduce((sum, each) => sum + each, 0)
  const pairs = first.length * second.length
  const wins = rankSum - (second.length * (second.length + 1)) / 2
  const deviation = Math.sqrt((pairs * (first.length + second.length + 1)) / 12)
  const distance = Math.max(0, Math.abs(wins - pairs / 2) - 0.5) / deviation
  return {
    larger: wins / pairs,
    chance: 2 * upperTail(distance),
    medianShift: median(second) - median(first),
  }
}

/** A difference counts if the p-value is this small and the effect this large. */
const CHANCE = 0.001
const EFFECT = 0.15

/** Whether an attacker who measures times can distinguish the two sets. */
export function canBeToldApart({ larger, chance }: Separation): boolean {
  return chance < CHANCE && Math.abs(larger - 0.5) >= EFFECT
}

/** Equal values get the mean of their ranks. */
function rank(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((one, other) => one - other)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

/** The upper tail of the normal distribution (Abramowitz and Stegun 26.2.17). */
function upperTail(distance: number): number {
  const t = 1 / (1 + 0.2316419 * distance)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0)
  return (Math.exp((-distance * distance) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
