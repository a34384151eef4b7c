import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { type FailureCounter, LONGEST_DELAY_SECONDS } from './guess.ts'

/** A failure that was counted before it happened, so that many at once get no more than one after another. */
export interface CountedFailure {
  readonly key: Buffer
  /** Failures so far, this one included. */
  readonly failures: number
  /** From when on the next one is allowed. */
  readonly blockedUntil: UnixSeconds
}

/**
 * Counts a failure, unless one has to wait: then nothing is counted and nothing returned. The database decides among
 * many at once. Where nothing has to be waited for, the instant is long past, whatever the clock does. One further away than the longest delay was written by a clock that ran wrong, and binds nobody.
 */
export async function countFailure(
  db: Database,
  { key, delaysSeconds, memorySeconds, memoryFrom }: FailureCounter,
  now: UnixSeconds,
): Promise<CountedFailure | undefined> {
  const untils = arrayOf(delaysSeconds.map((delay) => (delay === 0 ? 0 : now + delay)))
  return firstRow(db.query<CountedFailure>`
    insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
    values (${key}, 1, to_timestamp((${untils}::bigint[])[1]), to_timestamp(${now + memorySeconds}))
    on conflict (attempt_key) do update
       set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
           blocked_until = to_timestamp((${untils}::bigint[])[
             case when held.forget_at <= to_timestamp(${now}) then 1
                  else least(held.failures + 1, ${delaysSeconds.length}) end]),
           forget_at = case when ${memoryFrom === 'latest'} or held.forget_at <= to_timestamp(${now})
                            then excluded.forget_at else held.forget_at end
     where held.forget_at <= to_timestamp(${now}) or held.blocked_until <= to_timestamp(${now})
        or held.blocked_until > to_timestamp(${now + LONGEST_DELAY_SECONDS})
    returning attempt_key as "key", failures, extract(epoch from blocked_until)::bigint as "blockedUntil"`)
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

/** Takes a failure back that did not happen, and the wait that it caused if nobody has counted since. */
export async function takeFailureBack(db: Database, counted: CountedFailure): Promise<void> {
  await db.query`
    update sign_in_failures
       set failures = failures - 1,
           blocked_until = case when failures = ${counted.failures} then to_timestamp(0) else blocked_until end
     where attempt_key = ${counted.key} and failures > 0`
}

/** Forgets a counter. */
export async function deleteFailures(db: Database, key: Buffer): Promise<void> {
  await db.query`delete from sign_in_failures where attempt_key = ${key}`
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
