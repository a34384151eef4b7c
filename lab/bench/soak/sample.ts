import { withClient } from '../../../journeys/kit/postgres-server.ts'
import { familyMemoryMebibytes } from '../../../journeys/kit/proc.ts'
import { ANSWERS, fetchSamples, sumOfMetric } from '../measure/service-metrics.ts'
import type { Postgres } from '../testbed.ts'

/** The size of a table, with its indexes. */
export interface TableSize {
  readonly rows: number
  readonly mebibytes: number
}

/** The values at one moment of a soak. */
export interface SoakSample {
  readonly second: number
  /** Answers of the service since the last sample. */
  readonly perSecond: number
  readonly memoryMebibytes: number | undefined
  readonly heapMebibytes: number
  /** The delay of a timer of 10 ms, since the last sample. */
  readonly delayP99Milliseconds: number
  readonly delayMostMilliseconds: number
  readonly tables: Readonly<Record<string, TableSize>>
}

/** The service of a sample. */
export interface SampledService {
  readonly pid: number
  readonly metricsPort: number
  readonly postgres: Postgres
  readonly database: string
}

/** The service measures a timer of this length, and its figure includes the length. */
const TIMER_MILLISECONDS = 10

/** Takes samples, each since the one before. The first begins the count. */
export async function startSampling(
  service: SampledService,
): Promise<{ take(second: number): Promise<SoakSample> }> {
  const { pid, metricsPort } = service
  let before = { answers: sumOfMetric(await fetchSamples(metricsPort), ANSWERS), at: performance.now() }
  return {
    async take(second) {
      const samples = await fetchSamples(metricsPort)
      const now = { answers: sumOfMetric(samples, ANSWERS), at: performance.now() }
      const perSecond = ((now.answers - before.answers) * 1000) / (now.at - before.at)
      before = now
      const late = (name: string) => Math.max(0, sumOfMetric(samples, name) * 1000 - TIMER_MILLISECONDS)
      return {
        second,
        perSecond,
        memoryMebibytes: familyMemoryMebibytes(pid, 'VmRSS'),
        heapMebibytes: sumOfMetric(samples, 'portico_nodejs_heap_size_used_bytes') / 2 ** 20,
        delayP99Milliseconds: late('portico_nodejs_eventloop_lag_p99_seconds'),
        delayMostMilliseconds: late('portico_nodejs_eventloop_lag_max_seconds'),
        tables: await tableSizes(service),
      }
    },
  }
}

/** Rows are PostgreSQL's own estimate, which is cheap to read. */
async function tableSizes({ postgres, database }: SampledService): Promise<SoakSample['tables']> {
  return withClient(postgres, database, async (client) => {
    const { rows } = await client.query<{ name: string; rows: string; bytes: string }>(`
      select relname as name, n_live_tup as rows, pg_total_relation_size(relid) as bytes
        from pg_stat_user_tables where schemaname = 'public' order by relname`)
    return Object.fromEntries(
      rows.map((row) => [row.name, { rows: Number(row.rows), mebibytes: Number(row.bytes) / 2 ** 20 }]),
    )
  })
}
