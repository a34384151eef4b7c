import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A counter in its window. */
export interface LimitCounter {
  readonly counter: string
  /** Requests that were counted, with those that processes have reserved ahead. */
  readonly spent: number
  readonly endsAt: UnixSeconds
}

/** Those of these counters whose window is open. Empty where the counters are in Redis. */
export function findCounters(
  db: Database,
  counters: readonly string[],
  now: UnixSeconds,
): Promise<readonly LimitCounter[]> {
  return db.query<LimitCounter>`
    select counter, spent, ceil(extract(epoch from window_ends_at))::bigint as "endsAt"
      from rate_counters where counter = any(${arrayOf(counters)}::text[]) and window_ends_at > to_timestamp(${now})`
}
