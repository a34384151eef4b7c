import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import {
  CALM_FAILURES_PER_ACCOUNT,
  FIRST_DELAY_SECONDS,
  type GuessCounters,
  LONGEST_DELAY_SECONDS,
  MOST_DOUBLINGS,
} from './guess.ts'

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

/**
 * Counts a failure at the place, then at its network, then at the account. Where one has to wait, nothing is counted, and
 * nothing after it either: then both are missing. The database decides among many at once, which all come to the
 * counters in this order. Where nothing has to be waited for, the instant is long past, whatever the clock does. One
 * further away than the longest delay was written by a clock that ran wrong, and binds nobody.
 */
// eslint-disable-next-line max-lines-per-function -- a statement is one literal, and this one is one round trip
export async function countFailures(
  db: Database,
  { place, network, account }: GuessCounters,
  now: UnixSeconds,
): Promise<Partial<AllCounted>> {
  const rows = await db.query<CountedFailure & { counter: keyof GuessCounters }>`
    with slowing as (
      select case when exists (select 1 from sign_in_failures
                                where attempt_key = ${account.key} and failures > ${CALM_FAILURES_PER_ACCOUNT}::int
                                  and forget_at > to_timestamp(${now}))
                  then ${place.slowFromUnderAttack}::int else ${place.slowFrom}::int end as from_failure
    ), place as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select ${place.key}, 1, to_timestamp(case when from_failure > 1 then 0 else ${now + FIRST_DELAY_SECONDS}::bigint end),
             to_timestamp(${now + place.memorySeconds})
        from slowing
      on conflict (attempt_key) do update
         set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
             blocked_until = case
               when held.forget_at <= to_timestamp(${now}) then excluded.blocked_until
               when held.failures + 1 < (select from_failure from slowing) then to_timestamp(0)
               else to_timestamp(${now}::bigint + least(${LONGEST_DELAY_SECONDS}::int,
                      ${FIRST_DELAY_SECONDS}::int * 2 ^ least(held.failures + 1 - (select from_failure from slowing), ${MOST_DOUBLINGS}::int))) end,
             forget_at = excluded.forget_at
       where held.forget_at <= to_timestamp(${now}) or held.blocked_until <= to_timestamp(${now})
          or held.blocked_until > to_timestamp(${now + LONGEST_DELAY_SECONDS})
      returning attempt_key, failures, blocked_until
    ), network as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select ${network?.key ?? null}::bytea, 1, to_timestamp(0), to_timestamp(${now + (network?.memorySeconds ?? 0)})
        from place where ${network !== undefined}::boolean
      on conflict (attempt_key) do update
         set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
             blocked_until = case
               when held.forget_at <= to_timestamp(${now}) or held.failures + 1 < ${network?.slowFrom ?? 0}::int
               then to_timestamp(0)
               else to_timestamp(${now}::bigint + least(${LONGEST_DELAY_SECONDS}::int,
                      ${FIRST_DELAY_SECONDS}::int * 2 ^ least(held.failures + 1 - ${network?.slowFrom ?? 0}::int, ${MOST_DOUBLINGS}::int))) end,
             forget_at = case when held.forget_at <= to_timestamp(${now}) then excluded.forget_at else held.forget_at end
       where held.forget_at <= to_timestamp(${now}) or held.blocked_until <= to_timestamp(${now})
          or held.blocked_until > to_timestamp(${now + LONGEST_DELAY_SECONDS})
      returning attempt_key, failures, blocked_until
    ), account as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select ${account.key}, 1, to_timestamp(0), to_timestamp(${now + account.memorySeconds})
        from place where ${network === undefined}::boolean or exists (select 1 from network)
      on conflict (attempt_key) do update
         set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
             forget_at = case when held.forget_at <= to_timestamp(${now}) then excluded.forget_at else held.forget_at end
      returning attempt_key, failures, blocked_until
    )
    select counter, attempt_key as "key", failures, extract(epoch from blocked_until)::bigint as "blockedUntil"
      from (select 'place' as counter, * from place union all select 'network', * from network
            union all select 'account', * from account) as counted`
  return Object.fromEntries(rows.map(({ counter, ...counted }) => [counter, counted]))
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
