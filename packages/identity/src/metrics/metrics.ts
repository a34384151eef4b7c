import { TimelineFence } from '../platform/postgres/timeline-fence.ts'
import { createAnswerTally } from './answer-tally.ts'

/** The numbers of one process. */
export interface Metrics {
  readonly contentType: string
  onAnswer(route: string, method: string, status: number, seconds: number): void
  onRemoved(rows: number): void
  text(): Promise<string>
}

/** Makes the metrics of one process, with those of its fence against old primaries. */
export function createMetrics(fence = new TimelineFence()): Metrics {
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
      return [await textOfProcess(), removedText(removed), timelineText(fence), answers.text()].join('\n')
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

function timelineText(fence: TimelineFence): string {
  return [
    '# HELP portico_database_timeline The newest PostgreSQL timeline that this process has seen, by cluster.',
    '# TYPE portico_database_timeline gauge',
    ...fence
      .newest()
      .map(
        ({ systemIdentifier, timeline }) =>
          `portico_database_timeline{system_identifier="${systemIdentifier}"} ${timeline}`,
      ),
    '# HELP portico_database_timeline_refusals_total Connections to an old primary that were refused or broken.',
    '# TYPE portico_database_timeline_refusals_total counter',
    `portico_database_timeline_refusals_total ${fence.refusals}`,
    '',
  ].join('\n')
}
