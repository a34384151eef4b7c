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
 * Watches the process itself: memory, time on the processor, delays, garbage collected. It begins when it is first asked
 * for, because loading what watches takes a tenth of the time of a start.
 */
async function watchProcess(): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'portico_' })
  return () => registry.metrics()
}

function removedText(rows: number): string {
  return [
    '# HELP portico_rows_removed_total Rows that were over and have been removed.',
    '# TYPE portico_rows_removed_total counter',
    `portico_rows_removed_total ${rows}`,
    '',
  ].join('\n')
}
