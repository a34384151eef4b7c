import { counter, type Metric } from '../platform/metric.ts'
import { type AnswerTally, createAnswerTally } from './answer-tally.ts'
import { END, inFormat, metricText, type TextFormat } from './text-format.ts'

/** The numbers of one process. */
export interface Metrics {
  readonly onAnswer: AnswerTally['note']
  onRemoved(rows: number): void
  /** Adds what others count. */
  watch(metrics: readonly Metric[]): void
  text(format: TextFormat): Promise<string>
}

/** Makes the metrics of one process. */
export function createMetrics(): Metrics {
  const answers = createAnswerTally()
  let removed = 0
  let ofProcess: Promise<() => Promise<string>> | undefined
  const watched: Metric[] = [
    counter('portico_rows_removed_total', 'Expired rows that were deleted.', () => removed),
    ...answers.metrics,
  ]
  return {
    onAnswer: answers.note,
    onRemoved: (rows) => {
      removed += rows
    },
    watch: (metrics) => void watched.push(...metrics),
    text: async (format) => {
      ofProcess ??= watchProcess()
      const textOfProcess = await ofProcess
      const texts = await textOfAll(watched, format)
      return inFormat((await textOfProcess()).trim(), format) + texts + END[format]
    },
  }
}

/** The text of metrics, in this order. */
export async function textOfAll(metrics: readonly Metric[], format: TextFormat): Promise<string> {
  return (await Promise.all(metrics.map((metric) => textOf(metric, format)))).join('')
}

/** A metric that cannot be read is left out. So the numbers of the process are there while the database is away. */
async function textOf(metric: Metric, format: TextFormat): Promise<string> {
  try {
    return metricText(metric, await metric.read(), format)
  } catch {
    return ''
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
  // They are gauges with the name of a counter. `portico_nodejs_active_resources` and the others say the same by type.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`portico_nodejs_active_${name}_total`)
  return () => registry.metrics()
}
