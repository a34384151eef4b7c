import { type Citizen, findCitizenOf } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { ExplainNeeds, Explains, Finding } from '../platform/room/explains.ts'
import { accountKey, CALM_FAILURES_PER_ACCOUNT } from './guess.ts'
import { findFailures } from './guess-store.ts'
import { addressHash, IN_A_ROW } from './guessed-address-store.ts'

/** Tells a supporter whether wrong passwords keep somebody out. */
export const explainGuesses: Explains = async (needs, caller) => {
  const citizen = await findCitizenOf(needs, caller)
  const email = citizen?.email ?? caller.email
  if (email === undefined) return []
  const findings = await Promise.all([
    explainAddress(needs, email, citizen),
    citizen && explainBrowsers(needs, citizen),
    explainAttack(needs, email),
  ])
  return findings.flatMap((finding) => finding ?? [])
}

const forgiving = (who: string) => `portico citizen forgive-failures ${who} --reason TEXT`

async function explainAddress(
  { db, clock, when }: ExplainNeeds,
  email: string,
  citizen: Citizen | undefined,
): Promise<Finding | undefined> {
  const closedUntil = await findClosedUntil(db, email, clock.now())
  return (
    closedUntil && {
      ...{ name: 'closed-to-new-browsers', weight: 'stops', to: 'anybody' },
      found: `There were ${IN_A_ROW.most} wrong passwords in a row at this address. Until ${when(closedUntil)}, browsers that the account does not know may not try any more.`,
      ...(citizen && { mayDo: `If the caller is who they say: ${forgiving(citizen.subject)}` }),
      tell: 'Use a browser in which you have signed in before. Or press “Forgotten your password?” on the sign-in page: the link in the email lets this browser try again.',
    }
  )
}

async function explainBrowsers({ db }: ExplainNeeds, citizen: Citizen): Promise<Finding | undefined> {
  const browsers = await countClosedBrowsers(db, citizen.citizenId)
  if (browsers === 0) return undefined
  return {
    ...{ name: 'browsers-out-of-tries', weight: 'slows', to: 'owner' },
    found: `${browsers} of the browsers that the account knows had ${IN_A_ROW.most} wrong passwords in a row and may not try any more.`,
    mayDo: forgiving(citizen.subject),
    tell: 'Press “Forgotten your password?” on the sign-in page, and choose a new password.',
  }
}

async function explainAttack({ db, clock }: ExplainNeeds, email: string): Promise<Finding | undefined> {
  const counted = await findFailures(db, accountKey(email), clock.now())
  if (!counted || counted.failures <= CALM_FAILURES_PER_ACCOUNT) return undefined
  return {
    ...{ name: 'many-guess-at-it', weight: 'slows', to: 'owner' },
    found: `${counted.failures} wrong passwords within an hour, from many places: somebody guesses. A place that the account does not know waits up to a quarter of an hour after each wrong password.`,
    tell: 'Somebody is trying passwords at your account. In a browser that you have used before you can sign in as always. A passkey keeps such people out for good.',
  }
}

async function findClosedUntil(
  db: Database,
  email: string,
  now: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ until: UnixSeconds }>`
    select extract(epoch from forget_at)::bigint as until from guessed_addresses
     where address_hash = ${addressHash(email)} and failures >= ${IN_A_ROW.most} and forget_at > to_timestamp(${now})`)
  return found?.until
}

async function countClosedBrowsers(db: Database, citizenId: string): Promise<number> {
  const counted = await firstRow(db.query<{ browsers: number }>`
    select count(*)::int as browsers from known_devices
     where citizen_id = ${citizenId} and failures >= ${IN_A_ROW.most}`)
  return counted?.browsers ?? 0
}
