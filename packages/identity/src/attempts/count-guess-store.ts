import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import {
  CALM_FAILURES_PER_ACCOUNT,
  countersOf,
  FIRST_DELAY_SECONDS,
  type Guess,
  type GuessCounter,
  LONGEST_DELAY_SECONDS,
  MOST_DOUBLINGS,
} from './guess.ts'
import type { CountedFailure } from './guess-store.ts'
import { addressHash, DAYS_PER_FAILURE, MOST_FAILURES_IN_A_ROW } from './guessed-address-store.ts'

/** The citizen whom a guess is about, and the failures that were counted for it. */
export interface CountedGuess {
  /** The owner of the address, in any standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
  /** The counted failures, in the order of the counters. Where one counter makes the guess wait, those before it. */
  readonly counted: readonly CountedFailure[]
  /** Whether the guess may go on. `closed`: only browsers that the account knows may try. */
  readonly outcome: 'counted' | 'closed' | { readonly waitsFor: GuessCounter }
  /** Failures in a row at the address, with this one; 0 for a browser that the account knows. */
  readonly strangersFailures: number
}

interface CountedRow extends Omit<Citizen, 'citizenId'> {
  readonly citizenId: string | null
  readonly knowsDevice: boolean
  readonly counted: readonly Omit<CountedFailure, 'key'>[]
  readonly isClosed: boolean
  readonly strangersFailures: number | null
}

/**
 * Finds the citizen who owns an address, and whether the account knows the browser. Counts a failure at each counter in
 * the order of `countersOf`, at most 7 of them. At the first counter that makes the guess wait, it stops. Concurrent
 * statements come to the counters in the same order. Each counter has its own step of the same form, because a step
 * sees the newest version only of the row that it updates. The last step counts a failure of an unknown browser at the
 * address, over all places and without an end. Where the most failures in a row are reached, nothing is counted.
 *
 * Where nothing has to wait, `blockedUntil` is long past, whatever the clock says. An instant later than the longest
 * delay came from a wrong clock, and is ignored.
 */
// oxlint-disable-next-line max-lines-per-function -- a statement is one literal, and this one is one round trip
export async function countGuess(db: Database, guess: Guess, now: UnixSeconds): Promise<CountedGuess> {
  const { known, stranger, account } = countersOf(guess)
  const all = [...known, ...stranger]
  const address = addressHash(guess.email)
  const [row] = await db.query<CountedRow>`
    with claimed as (
      select c.*, d.failures < ${MOST_FAILURES_IN_A_ROW}::int as knows_device
        from citizens c left join known_devices d on d.citizen_id = c.citizen_id and d.device_hash = ${guess.deviceHash}
       where c.citizen_id = coalesce((select citizen_id from login_emails where email = ${guess.email} and reserved_until is null), ${NOBODY}::uuid)
    ), rule as (
      select now, knows_device, make_interval(secs => ${FIRST_DELAY_SECONDS}::int) as first_delay,
             now + make_interval(secs => ${LONGEST_DELAY_SECONDS}::int) as latest, ${MOST_DOUBLINGS}::int as most_doublings,
             exists (select from sign_in_failures
                      where attempt_key = ${account} and failures > ${CALM_FAILURES_PER_ACCOUNT}::int
                        and forget_at > now) as is_attacked,
             not knows_device and exists (select from guessed_addresses
                                           where address_hash = ${address} and failures >= ${MOST_FAILURES_IN_A_ROW}::int
                                             and forget_at > now) as is_closed
        from (select to_timestamp(${now}) as now, exists (select from claimed where knows_device) as knows_device) as given
    ), counter as (
      select case when knows_device then at else at - ${known.length}::int end as at, key, from_latest,
             case when is_attacked then free_under_attack else free end as free,
             now + make_interval(secs => seconds) as forget_at
        from rule, unnest(${arrayOf(all.map(({ key }) => key))}::text::bytea[],
                          ${arrayOf(all.map(({ free }) => free))}::text::int[],
                          ${arrayOf(all.map(({ freeUnderAttack }) => freeUnderAttack))}::text::int[],
                          ${arrayOf(all.map(({ rememberedSeconds }) => rememberedSeconds))}::text::int[],
                          ${arrayOf(all.map(({ rememberedFrom }) => String(rememberedFrom === 'latest')))}::text::boolean[])
                   with ordinality as listed(key, free, free_under_attack, seconds, from_latest, at)
       where knows_device = (at <= ${known.length}::int) and not is_closed
    ), counted_1 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 1
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 1)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 1 as at, failures, blocked_until
    ), counted_2 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 2 and exists (select from counted_1)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 2)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 2 as at, failures, blocked_until
    ), counted_3 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 3 and exists (select from counted_2)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 3)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 3 as at, failures, blocked_until
    ), counted_4 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 4 and exists (select from counted_3)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 4)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 4 as at, failures, blocked_until
    ), counted_5 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 5 and exists (select from counted_4)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 5)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 5 as at, failures, blocked_until
    ), counted_6 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 6 and exists (select from counted_5)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 6)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 6 as at, failures, blocked_until
    ), counted_7 as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select key, 1, case when free > 1 then to_timestamp(0) else now + first_delay end, forget_at
        from counter, rule where at = 7 and exists (select from counted_6)
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < free then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - free, most_doublings)) end,
                    case when from_latest or count = 1 then counter.forget_at else held.forget_at end
               from counter, rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more
              where at = 7)
       where exists (select from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning 7 as at, failures, blocked_until
    ), counted as (
      select at, failures, blocked_until from counted_1
      union all select at, failures, blocked_until from counted_2
      union all select at, failures, blocked_until from counted_3
      union all select at, failures, blocked_until from counted_4
      union all select at, failures, blocked_until from counted_5
      union all select at, failures, blocked_until from counted_6
      union all select at, failures, blocked_until from counted_7
    ), address as (
      insert into guessed_addresses as held (address_hash, failures, forget_at)
      select ${address}, 1, now + make_interval(days => ${DAYS_PER_FAILURE}::int) from rule
       where not knows_device and not is_closed and (select count(*) from counted) = (select count(*) from counter)
      on conflict (address_hash) do update set (failures, forget_at) = (
             select count, now + make_interval(days => ${DAYS_PER_FAILURE}::int * count)
               from rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as one_more)
       where held.failures < ${MOST_FAILURES_IN_A_ROW}::int or held.forget_at <= (select now from rule)
      returning failures
    )
    select citizen_id as "citizenId", subject, email, email_verified as "emailVerified", full_name as "fullName",
           phone_number as "phoneNumber", language, standing, security_version as "securityVersion",
           password_hash as "passwordHash", extract(epoch from created_at)::bigint as "createdAt",
           rule.knows_device as "knowsDevice",
           (select coalesce(json_agg(json_build_object('failures', failures, 'blockedUntil', extract(epoch from blocked_until)::bigint)
                                     order by at), '[]') from counted) as "counted",
           rule.is_closed as "isClosed", address.failures as "strangersFailures"
      from rule left join claimed on true left join address on true`
  if (!row) throw new Error('A guess gives one row in any case')
  return readCounted(row, row.knowsDevice ? known : stranger)
}

function readCounted(
  { knowsDevice, counted, isClosed, strangersFailures, ...owner }: CountedRow,
  counters: readonly GuessCounter[],
): CountedGuess {
  const { citizenId } = owner
  const waitsFor = counters[counted.length]
  const wasClosed = !waitsFor && !knowsDevice && strangersFailures === null
  return {
    citizen: citizenId === null ? undefined : { ...owner, citizenId },
    knowsDevice,
    counted: counters.flatMap(({ key }, at) => {
      const one = counted[at]
      return one ? [{ key, ...one }] : []
    }),
    outcome: isClosed || wasClosed ? 'closed' : waitsFor ? { waitsFor } : 'counted',
    strangersFailures: strangersFailures ?? 0,
  }
}
