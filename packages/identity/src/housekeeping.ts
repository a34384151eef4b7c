import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { gauge, type Metric } from './platform/metric.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'
import type { Layout } from './platform/postgres/database.ts'
import type { Purge, PurgeNeeds } from './platform/postgres/purge.ts'
import { openPurgeRun, type PurgeRun } from './platform/postgres/purge-run.ts'
import { PURGES, SELDOM_PURGES } from './rooms.ts'

const EVERY_MILLISECONDS = 5_000
/** The longest pause on a distributed database. */
const IDLE_MILLISECONDS = 60_000
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
 * Deletes expired rows from every table, continuously and in small batches, until nothing is left; then it waits some seconds. On a
 * distributed database each look asks every shard of every table, so there it waits longer while nothing is found.
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
  let removed = 0
  let pause = EVERY_MILLISECONDS
  const beginRun = () => {
    const isSeldom = performance.now() - seldomSince >= SELDOM_MILLISECONDS
    if (isSeldom) seldomSince = performance.now()
    const seldom = isSeldom ? SELDOM_PURGES : []
    removed = 0
    return openPurgeRun(needs, [...PURGES, ...seldom, ...(needs.further ?? [])], (rows) => {
      removed += rows
      onRemoved(rows)
    })
  }
  const repeating = repeat(needs.log, {
    name: 'housekeeping',
    everyMilliseconds: () => pause,
    round: async () => {
      const running = run ?? beginRun()
      run = undefined
      const outcome = await running.round().catch((fault: unknown) => {
        pause = EVERY_MILLISECONDS
        throw fault
      })
      if (outcome === 'again') run = running
      else {
        cleanSince = performance.now()
        pause = nextPause(pause, { layout: await needs.db.layout(), removed })
      }
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

/** How long to wait after a run, in milliseconds: on a distributed database longer after each one that found nothing. */
export function nextPause(
  before: number,
  { layout, removed }: { readonly layout: Layout; readonly removed: number },
): number {
  if (layout === 'one-server' || removed > 0) return EVERY_MILLISECONDS
  return Math.min(before * 2, IDLE_MILLISECONDS)
}

/** One run of all purges, for tests and measurements. */
export function openFullRun(needs: PurgeNeeds, onRemoved: (rows: number) => void): PurgeRun {
  return openPurgeRun(needs, [...PURGES, ...SELDOM_PURGES], onRemoved)
}
