/** The smallest difference, in milliseconds. */
const LEAST = 0.001

/** Each bucket ends one percent above the one before. */
const STEP = Math.log(1.01)

/** Up to about two minutes. */
const BUCKETS = 1_900

/** Response times as counts, so that a run of hours needs no more memory than one of seconds. */
export type Latencies = ReturnType<typeof createLatencies>

/** Counts nothing yet. */
export function createLatencies() {
  const counts = new Uint32Array(BUCKETS)
  let count = 0
  let most = 0
  return {
    note(milliseconds: number) {
      const bucket = milliseconds <= LEAST ? 0 : Math.ceil(Math.log(milliseconds / LEAST) / STEP)
      const at = Math.min(bucket, BUCKETS - 1)
      counts[at] = (counts[at] ?? 0) + 1
      count += 1
      most = Math.max(most, milliseconds)
    },
    get count(): number {
      return count
    },
    get mostMilliseconds(): number {
      return most
    },
    /** The nearest-rank percentile, at most one percent off. NaN without any time. */
    percentile(percent: number) {
      if (count === 0) return Number.NaN
      const rank = Math.max(1, Math.ceil((percent / 100) * count))
      let below = 0
      const bucket = counts.findIndex((each) => (below += each) >= rank)
      return Math.min(most, LEAST * Math.exp(bucket * STEP))
    },
  }
}
