import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  CALM_FAILURES_PER_ACCOUNT,
  FIRST_DELAY_SECONDS,
  FREE_FAILURES_HERE,
  FREE_FAILURES_HERE_UNDER_ATTACK,
  FREE_FAILURES_PER_NETWORK,
  type Guess,
  type GuessKeys,
  LONGEST_DELAY_SECONDS,
  MOST_DOUBLINGS,
} from './guess.ts'
import type { CountedFailure } from './guess-store.ts'

/** Whom a claim is about, and what was counted for it: nothing after the first count that has to wait. */
export interface Claimed {
  /** Who has the address, in whatever standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
  readonly place: CountedFailure | undefined
  /** Nothing for a browser that the account knows, either. */
  readonly network: CountedFailure | undefined
  readonly account: CountedFailure | undefined
}

interface ClaimRow extends Omit<Citizen, 'citizenId'> {
  readonly citizenId: string | null
  readonly knowsDevice: boolean
  readonly placeFailures: number | null
  readonly placeBlockedUntil: UnixSeconds | null
  readonly networkFailures: number | null
  readonly networkBlockedUntil: UnixSeconds | null
  readonly accountFailures: number | null
  readonly accountBlockedUntil: UnixSeconds | null
}

/** The id that no citizen has, so that an address that nobody has costs the same reads as any other. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Finds the citizen that owns an address, and the browser among the account's devices (tables of citizens and sessions);
 * and counts a failure at the place, then at its network, then at the account. Where one has to wait, nothing is counted,
 * and nothing after it either. The database decides among many at once, which all come to the counters in this order.
 * Where nothing has to be waited for, the instant is long past, whatever the clock does. One further away than the longest
 * delay was written by a clock that ran wrong, and binds nobody.
 */
// eslint-disable-next-line max-lines-per-function -- a statement is one literal, and this one is one round trip
export async function claim(
  db: Database,
  { email, deviceHash, keys }: Pick<Guess, 'email' | 'deviceHash'> & { keys: GuessKeys },
  now: UnixSeconds,
): Promise<Claimed> {
  const [row] = await db.query<ClaimRow>`
    with claimed as (
      select c.*, d.citizen_id is not null as knows_device
        from citizens c left join known_devices d on d.citizen_id = c.citizen_id and d.device_hash = ${deviceHash}
       where c.citizen_id = coalesce((select citizen_id from login_emails where email = ${email}), ${NOBODY}::uuid)
    ), rule as (
      select now, now + interval '1 hour' as in_an_hour, now + interval '1 day' as in_a_day, knows_device,
             make_interval(secs => ${FIRST_DELAY_SECONDS}::int) as first_delay,
             now + make_interval(secs => ${LONGEST_DELAY_SECONDS}::int) as latest,
             case when knows_device then ${keys.device} else ${keys.stranger} end as place_key,
             case when not knows_device and exists (
                    select 1 from sign_in_failures
                     where attempt_key = ${keys.account} and failures > ${CALM_FAILURES_PER_ACCOUNT}::int and forget_at > now)
                  then ${FREE_FAILURES_HERE_UNDER_ATTACK}::int else ${FREE_FAILURES_HERE}::int end as slow_from
        from (select to_timestamp(${now}) as now, exists (select 1 from claimed where knows_device) as knows_device) as given
    ), place as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select place_key, 1, case when slow_from > 1 then to_timestamp(0) else now + first_delay end, in_a_day from rule
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < slow_from then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - slow_from, ${MOST_DOUBLINGS}::int)) end,
                    in_a_day
               from rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count) as counted)
       where exists (select 1 from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning failures, blocked_until
    ), network as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select ${keys.network}, 1, to_timestamp(0), in_an_hour from place, rule where not knows_device
      on conflict (attempt_key) do update set (failures, blocked_until, forget_at) = (
             select count, case when count < most then to_timestamp(0)
                                else least(latest, now + first_delay * 2 ^ least(count - most, ${MOST_DOUBLINGS}::int)) end,
                    case when held.forget_at <= now then in_an_hour else held.forget_at end
               from rule, lateral (select case when held.forget_at <= now then 1 else held.failures + 1 end as count,
                                          ${FREE_FAILURES_PER_NETWORK}::int as most) as counted)
       where exists (select 1 from rule where held.forget_at <= now or held.blocked_until <= now or held.blocked_until > latest)
      returning failures, blocked_until
    ), account as (
      insert into sign_in_failures as held (attempt_key, failures, blocked_until, forget_at)
      select ${keys.account}, 1, to_timestamp(0), in_an_hour from place, rule where knows_device or exists (select 1 from network)
      on conflict (attempt_key) do update set (failures, forget_at) = (
             select case when held.forget_at <= now then 1 else held.failures + 1 end,
                    case when held.forget_at <= now then in_an_hour else held.forget_at end from rule)
      returning failures, blocked_until
    )
    select citizen_id as "citizenId", subject, email, email_verified as "emailVerified", full_name as "fullName",
           phone_number as "phoneNumber", standing, security_version as "securityVersion",
           password_hash as "passwordHash", extract(epoch from created_at)::bigint as "createdAt",
           rule.knows_device as "knowsDevice", place.failures as "placeFailures",
           extract(epoch from place.blocked_until)::bigint as "placeBlockedUntil", network.failures as "networkFailures",
           extract(epoch from network.blocked_until)::bigint as "networkBlockedUntil", account.failures as "accountFailures",
           extract(epoch from account.blocked_until)::bigint as "accountBlockedUntil"
      from rule left join claimed on true left join place on true left join network on true left join account on true`
  if (!row) throw new Error('A claim gives one row in any case')
  return readClaimed(row, keys)
}

function readClaimed(
  {
    knowsDevice,
    placeFailures,
    placeBlockedUntil,
    networkFailures,
    networkBlockedUntil,
    accountFailures,
    accountBlockedUntil,
    ...owner
  }: ClaimRow,
  keys: GuessKeys,
): Claimed {
  const { citizenId } = owner
  return {
    citizen: citizenId === null ? undefined : { ...owner, citizenId },
    knowsDevice,
    place: counted(knowsDevice ? keys.device : keys.stranger, placeFailures, placeBlockedUntil),
    network: counted(keys.network, networkFailures, networkBlockedUntil),
    account: counted(keys.account, accountFailures, accountBlockedUntil),
  }
}

function counted(
  key: Buffer,
  failures: number | null,
  blockedUntil: UnixSeconds | null,
): CountedFailure | undefined {
  return failures === null || blockedUntil === null ? undefined : { key, failures, blockedUntil }
}
