import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import {
  CALM_FAILURES_PER_ACCOUNT,
  FIRST_DELAY_SECONDS,
  type GuessCounter,
  LONGEST_DELAY_SECONDS,
  MOST_DOUBLINGS,
} from './guess.ts'

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

/** Whether many places guess at an account. */
export function hasManyFailures(db: Database, account: Buffer, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 from sign_in_failures
     where attempt_key = ${account} and failures > ${CALM_FAILURES_PER_ACCOUNT} and forget_at > to_timestamp(${now})`)
}

/**
 * Counts a failure. Nothing where the counter makes the guess wait. Where nothing has to wait, `blockedUntil` is long past,
 * whatever the clock says. An instant later than the longest delay came from a wrong clock, and is ignored.
 */
export async function countFailureAt(
  db: Database,
  { key, free, rememberedSeconds, rememberedFrom }: Omit<GuessCounter, 'freeUnderAttack'>,
  now: UnixSeconds,
): Promise<CountedFailure | undefined> {
  const firstBlock = free > 1 ? 0 : now + FIRST_DELAY_SECONDS
  const counted = await firstRow(db.query<Omit<CountedFailure, 'key'>>`
    insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
    values (${key}, 1, to_timestamp(${firstBlock}), to_timestamp(${now + rememberedSeconds}))
    on conflict (attempt_key) do update
       set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
           blocked_until = case
             when case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end < ${free}::int then to_timestamp(0)
             else to_timestamp(${now} + least(${LONGEST_DELAY_SECONDS}, ${FIRST_DELAY_SECONDS} * 2 ^ least(
               case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end - ${free}::int, ${MOST_DOUBLINGS}))) end,
           forget_at = case when ${rememberedFrom === 'latest'} or held.failures = 0 or held.forget_at <= to_timestamp(${now})
                            then to_timestamp(${now + rememberedSeconds}) else held.forget_at end
     where held.forget_at <= to_timestamp(${now}) or held.blocked_until <= to_timestamp(${now})
        or held.blocked_until > to_timestamp(${now + LONGEST_DELAY_SECONDS})
    returning failures, extract(epoch from blocked_until at time zone 'UTC')::bigint as "blockedUntil"`)
  return counted && { key, ...counted }
}

/** Takes a failure back, because it did not happen. It also ends the wait that it caused, where nobody has counted since. */
export async function cancelFailure(db: Database, { key, failures }: CountedFailure): Promise<void> {
  await db.query`
    update sign_in_failures
       set failures = failures - 1,
           blocked_until = case when failures = ${failures} then to_timestamp(0) else blocked_until end
     where attempt_key = ${key} and failures > 0`
}

/** Deletes all failures of a counter. */
export async function deleteCounter(db: Database, { key }: CountedFailure): Promise<void> {
  await db.query`delete from sign_in_failures where attempt_key = ${key}`
}
