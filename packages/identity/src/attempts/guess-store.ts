import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A failure that was counted before it happened, so that many at once get no more than one after another. */
export interface CountedFailure {
  readonly key: Buffer
  /** Failures so far, this one included. */
  readonly failures: number
  /** From when on the next one is allowed. */
  readonly blockedUntil: UnixSeconds
}

/** Reads a counter without counting. */
export async function findFailures(
  db: Database,
  key: Buffer,
  now: UnixSeconds,
): Promise<CountedFailure | undefined> {
  return firstRow(db.query<CountedFailure>`
    select attempt_key as "key", failures, extract(epoch from blocked_until)::bigint as "blockedUntil"
      from sign_in_failures where attempt_key = ${key} and forget_at > to_timestamp(${now})`)
}

/**
 * Takes a failure back that did not happen, and the wait that it caused where nobody has counted since, in the order in
 * which it was counted; `'place'` is forgotten altogether, which is the first of them.
 */
export async function takeFailuresBack(
  db: Database,
  counted: readonly CountedFailure[],
  forgotten: 'place' | 'nothing',
): Promise<void> {
  const keys = arrayOf(counted.map(({ key }) => key))
  const failures = arrayOf(counted.map(({ failures: count }) => count))
  await db.query`
    with held as (
      select f.attempt_key, c.failures as counted, c.at = 1 and ${forgotten === 'place'}::boolean as is_forgotten
        from unnest(${keys}::text::bytea[], ${failures}::text::int[]) with ordinality as c(attempt_key, failures, at)
        join sign_in_failures f on f.attempt_key = c.attempt_key
       order by c.at for update of f
    ), gone as (
      delete from sign_in_failures f using held where f.attempt_key = held.attempt_key and is_forgotten
    )
    update sign_in_failures f
       set failures = f.failures - 1,
           blocked_until = case when f.failures = counted then to_timestamp(0) else f.blocked_until end
      from held where f.attempt_key = held.attempt_key and not is_forgotten and f.failures > 0`
}

/** Removes counters that count nothing any more, at most so many; tells how many went. */
export async function deleteForgottenFailures(db: Database, now: UnixSeconds, most: number): Promise<number> {
  const gone = await db.query`
    delete from sign_in_failures where attempt_key in (
      select attempt_key from sign_in_failures where forget_at <= to_timestamp(${now})
       order by forget_at limit ${most} for update skip locked)
    returning attempt_key`
  return gone.length
}
