import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createAnswerTally } from './answer-tally.ts'

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
  const answers = createAnswerTally()
  const removed = new Counter({
    name: 'portico_rows_removed_total',
    help: 'Rows that were over and have been removed.',
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    onAnswer: answers.note,
    onRemoved: (rows) => removed.inc(rows),
    text: async () => `${await registry.metrics()}\n${answers.text()}`,
  }
}
