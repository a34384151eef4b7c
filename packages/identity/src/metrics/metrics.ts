import { createAnswerTally } from './answer-tally.ts'

/** The numbers of one process. */
export interface Metrics {
  readonly contentType: string
  onAnswer(route: string, method: string, status: number, seconds: number): void
  onRemoved(rows: number): void
  text(): Promise<string>
}

/** Makes the metrics of one process. */
export function createMetrics(): Metrics {
  const answers = createAnswerTally()
  let removed = 0
  let ofProcess: Promise<() => Promise<string>> | undefined
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    onAnswer: answers.note,
    onRemoved: (rows) => {
      removed += rows
    },
    text: async () => {
      ofProcess ??= watchProcess()
      const textOfProcess = await ofProcess
      return [await textOfProcess(), removedText(removed), answers.text()].join('\n')
    },
  }
}

/**
 * Measures the process itself: memory, processor time, delays, garbage collection. It starts at the first request,
 * because loading the library takes a tenth of a start.
 */
async function watchProcess(): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'portico_' })
  return () => registry.metrics()
}

function removedText(rows: number): string {
  return [
    '# HELP portico_rows_removed_total Expired rows that were deleted.',
    '# TYPE portico_rows_removed_total counter',
    `portico_rows_removed_total ${rows}`,
    '',
  ].join('\n')
}
