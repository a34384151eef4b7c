import { OLD_ROW_DELETIONS } from './compose.ts'
import type { Foundation } from './platform/foundation.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { gauge, type Metric } from './platform/metric.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'

/** The most rows that one statement deletes, so that no other statement waits long for it. */
const BATCH_ROWS = 500
const EVERY_MILLISECONDS = 5_000
const DEADLINE_MILLISECONDS = 10_000

/**
 * One connection whose plans use only indexes. A prepared plan does not know how many rows a batch has, and the
 * planner's estimate would read whole tables every five seconds.
 */
export function openCleaningPool(
  address: DatabaseAddress,
  options: Pick<PoolOptions, 'fence'> = {},
): DatabasePool {
  return openPool(address, {
    ...options,
    connections: 1,
    access: 'by-key',
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  })
}

/** Deletes expired rows from every table, continuously and in small batches. `onRemoved` counts them for the metrics. */
export function startHousekeeping(
  needs: Pick<Foundation, 'db' | 'clock'> & { readonly log: Log },
  onRemoved: (rows: number) => void,
): Repeating & { readonly metrics: readonly Metric[] } {
  let cleanSince = performance.now()
  const repeating = repeat(needs.log, {
    name: 'housekeeping',
    everyMilliseconds: EVERY_MILLISECONDS,
    round: async () => {
      const outcome = await cleanOnce(needs, onRemoved)
      if (outcome === 'done') cleanSince = performance.now()
      return outcome
    },
  })
  const lag = gauge(
    'portico_purge_lag_seconds',
    'Time since this process last left no expired row.',
    () => (performance.now() - cleanSince) / 1000,
  )
  return { ...repeating, metrics: [lag] }
}

/** Deletes one batch from every table. Where one table fails, it goes on with the others and then throws the fault. */
export async function cleanOnce(
  needs: Pick<Foundation, 'db' | 'clock'>,
  onRemoved: (rows: number) => void,
): Promise<'done' | 'again'> {
  const faults: unknown[] = []
  let most = 0
  for (const deleteOld of OLD_ROW_DELETIONS) {
    const removed = await deleteOld(needs, BATCH_ROWS).catch((fault: unknown) => void faults.push(fault))
    onRemoved(removed ?? 0)
    most = Math.max(most, removed ?? 0)
  }
  if (faults.length > 0) throw faults[0]
  return most >= BATCH_ROWS ? 'again' : 'done'
}
