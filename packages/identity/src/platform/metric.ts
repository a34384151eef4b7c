import type { Awaitable } from './result.ts'

/** The trace of a request that had this value (OpenMetrics, section "Exemplars"). */
export interface Exemplar {
  readonly traceId: string
  readonly value: number
}

/** One value of a metric. No label has an address, a name or a token in it. */
export interface MetricValue {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  /** Which part of a histogram: `_bucket`, `_sum` or `_count`. */
  readonly part?: string
  readonly exemplar?: Exemplar | undefined
}

/** A metric whose values are read when somebody asks. A name that ends in `_total` is a counter's, and only a counter's. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** Where it throws, the metric is left out of this answer. */
  read(): Awaitable<readonly MetricValue[]>
}

/** A metric of one value without labels. Where `read` gives undefined, there is nothing to say now. */
export function gauge(name: string, help: string, read: () => number | undefined): Metric {
  return { name, help, kind: 'gauge', read: () => singleValue(read()) }
}

/** A counter without labels. */
export function counter(name: string, help: string, read: () => number): Metric {
  return { name, help, kind: 'counter', read: () => [{ value: read() }] }
}

/** One value without labels, or none. */
export function singleValue(value: number | undefined): readonly MetricValue[] {
  return value === undefined ? [] : [{ value }]
}
