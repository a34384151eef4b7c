import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** A failure that was counted before it happened, so that many at once get no more than one after another. */
export interface CountedFailure {
  readonly key: Buffer
  /** Failures so far, this one included. */
  readonly failures: number
  /** From when on the next one is allowed. */
  readonly blockedUntil: UnixSeconds
}

/** A failure that was counted by every counter that there is for it. */
export interface AllCounted {
  readonly place: CountedFailure
  readonly network: CountedFailure | undefined
  readonly account: CountedFailure
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

/** Forgets the place, and takes the failure back everywhere else, in the order in which it was counted. */
export async function forgiveFailures(db: Database, { place, network, account }: AllCounted): Promise<void> {
  await db.query`
    with place as (
      delete from sign_in_failures where attempt_key = ${place.key} returning 1
    ), network as (
      update sign_in_failures
         set failures = failures - 1,
             blocked_until = case when failures = ${network?.failures ?? 0} then to_timestamp(0) else blocked_until end
       where attempt_key = ${network?.key ?? null} and failures > 0 and (select count(*) from place) >= 0
      returning 1
    )
    update sign_in_failures set failures = failures - 1
     where attempt_key = ${account.key} and failures > 0 and (select count(*) from network) >= 0`
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
