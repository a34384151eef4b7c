import type { Exemplar, MetricValue } from './metric.ts'

/** Counts times in buckets. It is written by hand, because every request uses it. */
export class Histogram {
  /** Upper ends of the buckets, in seconds. */
  readonly #buckets: readonly number[]
  /** The count of each bucket; the last one is for longer times. */
  readonly #fell: number[]
  #exemplars: (Exemplar | undefined)[] | undefined
  #seconds = 0

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets
    this.#fell = new Array<number>(buckets.length + 1).fill(0)
  }

  /** Counts one. `traceId`: the trace of a request that took so long. The last of each bucket is kept. */
  note(seconds: number, traceId?: string): void {
    let bucket = 0
    while (seconds > (this.#buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    this.#fell[bucket] = (this.#fell[bucket] ?? 0) + 1
    this.#seconds += seconds
    if (traceId === undefined) return
    this.#exemplars ??= new Array<Exemplar | undefined>(this.#fell.length).fill(undefined)
    this.#exemplars[bucket] = { traceId, value: seconds }
  }

  /** All parts, for a metric of the kind `histogram`. */
  values(labels: Readonly<Record<string, string>> = {}): readonly MetricValue[] {
    let count = 0
    const buckets = this.#fell.map((fell, index) => {
      count += fell
      return {
        part: '_bucket',
        labels: { le: String(this.#buckets[index] ?? '+Inf'), ...labels },
        value: count,
        exemplar: this.#exemplars?.[index],
      }
    })
    return [
      ...buckets,
      { part: '_sum', labels, value: this.#seconds },
      { part: '_count', labels, value: count },
    ]
  }
}
