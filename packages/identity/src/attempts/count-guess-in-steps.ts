import { type Citizen, findCitizen, findCitizenIdByEmail } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { CountedGuess } from './count-guess-store.ts'
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
import { countAddressFailure, isAddressClosed, MOST_FAILURES_IN_A_ROW } from './guessed-address-store.ts'

/**
 * The same as `countGuess`, in statements that each name one key, because on a distributed database the rows of the keys are
 * on different servers. If the process dies between two of them, some counters have one failure more, as if the guess had
 * been wrong.
 */
export async function countGuessInSteps(db: Database, guess: Guess, now: UnixSeconds): Promise<CountedGuess> {
  const { known, stranger, account } = countersOf(guess)
  const owner = await findOwner(db, guess)
  const { knowsDevice } = owner
  const isAttacked = await hasManyFailures(db, account, now)
  const isClosed = await isAddressClosed(db, guess.email, now)
  if (isClosed && !knowsDevice) return { ...owner, counted: [], outcome: 'closed', strangersFailures: 0 }
  const counted: CountedFailure[] = []
  for (const counter of knowsDevice ? known : stranger) {
    const failure = await countFailureAt(
      db,
      { ...counter, free: isAttacked ? counter.freeUnderAttack : counter.free },
      now,
    )
    if (!failure) return { ...owner, counted, outcome: { waitsFor: counter }, strangersFailures: 0 }
    counted.push(failure)
  }
  if (knowsDevice) return { ...owner, counted, outcome: 'counted', strangersFailures: 0 }
  const strangersFailures = await countAddressFailure(db, guess.email, now)
  const outcome = strangersFailures === undefined ? 'closed' : 'counted'
  return { ...owner, counted, outcome, strangersFailures: strangersFailures ?? 0 }
}

async function findOwner(
  db: Database,
  { email, deviceHash }: Guess,
): Promise<{ citizen: Citizen | undefined; knowsDevice: boolean }> {
  const citizenId = (await findCitizenIdByEmail(db, email)) ?? NOBODY
  const citizen = await findCitizen(db, citizenId)
  const knowsDevice = await anyRow(db.query`
    select 1 from known_devices
     where citizen_id = ${citizenId} and device_hash = ${deviceHash} and failures < ${MOST_FAILURES_IN_A_ROW}`)
  return { citizen, knowsDevice: citizen !== undefined && knowsDevice }
}

function hasManyFailures(db: Database, account: Buffer, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 from sign_in_failures
     where attempt_key = ${account} and failures > ${CALM_FAILURES_PER_ACCOUNT} and forget_at > to_timestamp(${now})`)
}

/** Counts a failure. Nothing where the counter makes the guess wait. */
async function countFailureAt(
  db: Database,
  { key, free, rememberedSeconds, rememberedFrom }: GuessCounter,
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
