/** How far two sets of samples are apart. */
export interface Separation {
  /** How often a sample of the second is larger than one of the first; 0.5 where they cannot be told apart. */
  readonly larger: number
  /** How likely so much difference is between sets that do not differ (two-sided, Mann and Whitney). */
  readonly chance: number
  /** Median of the second less median of the first. */
  readonly medianShift: number
}

/** The value below which this share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

/** Compares two sets by rank, so that a few slow samples decide nothing. */
export function separate(first: readonly number[], second: readonly number[]): Separation {
  const ranks = rank([...first, ...second])
  const rankSum = ranks.slice(first.length).reduce((sum, each) => sum + each, 0)
  const pairs = first.length * second.length
  const wins = rankSum - (second.length * (second.length + 1)) / 2
  const spread = Math.sqrt((pairs * (first.length + second.length + 1)) / 12)
  const distance = Math.max(0, Math.abs(wins - pairs / 2) - 0.5) / spread
  return {
    larger: wins / pairs,
    chance: 2 * upperTail(distance),
    medianShift: median(second) - median(first),
  }
}

/** Differences that chance makes this rarely, and that are this large, count: somebody who asks often would see them. */
const CHANCE = 0.001
const EFFECT = 0.15

/** Whether somebody who measures could tell the two apart. */
export function canBeToldApart({ larger, chance }: Separation): boolean {
  return chance < CHANCE && Math.abs(larger - 0.5) >= EFFECT
}

function rank(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((one, other) => one.value - other.value)
  const ranks = Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (order[end + 1]?.value === order[start]?.value && end + 1 < order.length) end += 1
    for (const { index } of order.slice(start, end + 1)) ranks[index] = (start + end) / 2 + 1
    start = end + 1
  }
  return ranks
}

/** The share of the normal distribution beyond this (Abramowitz and Stegun 26.2.17). */
function upperTail(distance: number): number {
  const t = 1 / (1 + 0.2316419 * distance)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0)
  return (Math.exp((-distance * distance) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
