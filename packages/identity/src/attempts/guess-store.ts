import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A failure counted before the comparison, so that concurrent guesses get no more tries than sequential ones. */
export interface CountedFailure {
  readonly key: Buffer
  /** Failures so far, with this one. */
  readonly failures: number
  /** When the next guess is allowed. */
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
 * Takes failures back in the order in which they were counted, because they did not happen. It also ends the wait that
 * each one caused, where nobody has counted since. `'place'` deletes the first counter, which is that of the place.
 */
export async function uncountFailures(
  db: Database,
  counted: readonly CountedFailure[],
  deleted: 'place' | 'nothing',
): Promise<void> {
  if ((await db.layout()) === 'distributed') return uncountEach(db, counted, deleted)
  const keys = arrayOf(counted.map(({ key }) => key))
  const failures = arrayOf(counted.map(({ failures: count }) => count))
  await db.query`
    with held as (
      select f.attempt_key, c.failures as counted, c.at = 1 and ${deleted === 'place'}::boolean as is_forgotten
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

/** The same by one statement for each counter. */
async function uncountEach(
  db: Database,
  counted: readonly CountedFailure[],
  deleted: 'place' | 'nothing',
): Promise<void> {
  for (const [at, { key, failures }] of counted.entries()) {
    if (at === 0 && deleted === 'place')
      await db.query`delete from sign_in_failures where attempt_key = ${key}`
    else
      await db.query`
        update sign_in_failures
           set failures = failures - 1,
               blocked_until = case when failures = ${failures} then to_timestamp(0) else blocked_until end
         where attempt_key = ${key} and failures > 0`
  }
}
