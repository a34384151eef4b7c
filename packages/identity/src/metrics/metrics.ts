import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The numbers of one process. */
export interface Metrics {
  readonly contentType: string
  onAnswer(route: string, method: string, status: number, seconds: number): void
  onRemoved(rows: number): void
  text(): Promise<string>
}

/** Starts counting. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'portico_' })
  const answers = new Counter({
    name: 'portico_http_answers_total',
    help: 'Answers by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'portico_http_answer_seconds',
    help: 'Time from the end of the request head to the answer, by route.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const removed = new Counter({
    name: 'portico_rows_removed_total',
    help: 'Rows that were over and have been removed.',
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    onAnswer(route, method, status, seconds) {
      answers.inc({ route, method, status: String(status) })
      durations.observe({ route }, seconds)
    },
    onRemoved: (rows) => removed.inc(rows),
    text: () => registry.metrics(),
  }
}
