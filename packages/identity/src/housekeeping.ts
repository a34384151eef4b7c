import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { gauge, type Metric } from './platform/metric.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'
import type { Purge, PurgeNeeds } from './platform/postgres/purge.ts'
import { openPurgeRun, type PurgeRun } from './platform/postgres/purge-run.ts'
import { PURGES, SELDOM_PURGES } from './rooms.ts'

const EVERY_MILLISECONDS = 5_000
const SELDOM_MILLISECONDS = 60 * 60 * 1_000
const DEADLINE_MILLISECONDS = 10_000

/**
 * One connection whose plans use only indexes. A prepared plan does not know how many rows a batch has, and the
 * planner's estimate would read whole tables every five seconds.
 */
export function openCleaningPool(
  address: DatabaseAddress,
  options: Pick<PoolOptions, 'fence' | 'lease'> = {},
): DatabasePool {
  return openPool(address, {
    ...options,
    connections: 1,
    access: 'by-key',
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  })
}

/**
 * Deletes expired rows from every table, continuously and in small batches, until nothing is left; then it waits some seconds.
 * `onRemoved` counts the rows for the metrics. Several processes share the work: each skips the rows that another has locked.
 */
export function startHousekeeping(
  needs: PurgeNeeds & {
    readonly log: Log
    /** Purges that depend on settings. */
    readonly further?: readonly Purge[]
  },
  onRemoved: (rows: number) => void,
): Repeating & { readonly metrics: readonly Metric[] } {
  let cleanSince = performance.now()
  let seldomSince = performance.now()
  let run: PurgeRun | undefined
  const beginRun = () => {
    const isSeldom = performance.now() - seldomSince >= SELDOM_MILLISECONDS
    if (isSeldom) seldomSince = performance.now()
    const seldom = isSeldom ? SELDOM_PURGES : []
    return openPurgeRun(needs, [...PURGES, ...seldom, ...(needs.further ?? [])], onRemoved)
  }
  const repeating = repeat(needs.log, {
    name: 'housekeeping',
    everyMilliseconds: EVERY_MILLISECONDS,
    round: async () => {
      const running = run ?? beginRun()
      run = undefined
      const outcome = await running.round()
      if (outcome === 'done') cleanSince = performance.now()
      else run = running
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

/** One run of all purges, for tests and measurements. */
export function openFullRun(needs: PurgeNeeds, onRemoved: (rows: number) => void): PurgeRun {
  return openPurgeRun(needs, [...PURGES, ...SELDOM_PURGES], onRemoved)
}
