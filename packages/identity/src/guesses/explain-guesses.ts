import { type Citizen, findCitizenOf } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { byCommand, type ExplainNeeds, type Explains, type Finding } from '../platform/room/explains.ts'
import { explainWait } from './explain-wait.ts'
import { accountKey, CALM_FAILURES_PER_ACCOUNT } from './guess.ts'
import { guessFinding } from './guess-finding.ts'
import { findFailures } from './guess-store.ts'
import { addressHash, IN_A_ROW } from './guessed-address-store.ts'

/** Tells a supporter whether wrong passwords keep somebody out. */
export const explainGuesses: Explains = async (needs, caller) => {
  const citizen = await findCitizenOf(needs, caller)
  const email = citizen?.email ?? caller.email
  if (email === undefined) return []
  const attack = await explainAttack(needs, email)
  const findings = await Promise.all([
    explainAddress(needs, email, citizen),
    citizen?.standing === 'active'
      ? explainWait(needs, citizen, { isAttacked: attack !== undefined })
      : undefined,
    citizen && explainBrowsers(needs, citizen),
  ])
  return [...findings, attack].flatMap((found) => found ?? [])
}

const forgiving = ({ subject }: Citizen) => `portico citizen forgive-failures ${subject} --reason TEXT`

async function explainAddress(
  { db, clock }: ExplainNeeds,
  email: string,
  citizen: Citizen | undefined,
): Promise<Finding | undefined> {
  const closedUntil = await findClosedUntil(db, email, clock.now())
  if (closedUntil === undefined) return undefined
  return guessFinding('closed-to-new-browsers', (words, { when }) => ({
    found: [words.wrong(IN_A_ROW.most), words.until(when(closedUntil))],
    ...(citizen && { mayDo: [{ command: forgiving(citizen), says: words.mayDo }] }),
    tell: [words.tell],
  }))
}

async function explainBrowsers({ db }: ExplainNeeds, citizen: Citizen): Promise<Finding | undefined> {
  const browsers = await countClosedBrowsers(db, citizen.citizenId)
  if (browsers === 0) return undefined
  return guessFinding('browsers-out-of-tries', (words) => ({
    found: [words.found(browsers), words.wrong(IN_A_ROW.most)],
    ...byCommand(forgiving(citizen)),
    tell: [words.tell],
  }))
}

async function explainAttack({ db, clock }: ExplainNeeds, email: string): Promise<Finding | undefined> {
  const counted = await findFailures(db, accountKey(email), clock.now())
  if (!counted || counted.failures <= CALM_FAILURES_PER_ACCOUNT) return undefined
  return guessFinding('many-guess-at-it', (words) => ({
    found: [words.wrong(counted.failures), words.wait],
    tell: [words.tell],
  }))
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
