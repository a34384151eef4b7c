import { findCitizenOf, markOf } from '../citizens/index.ts'
import { IN_A_ROW } from '../guesses/index.ts'
import { latestOf, type UnixSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { byCommand, type Explains, findingsOf } from '../platform/room/explains.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { CODE_FINDINGS } from './findings.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import { CODE_WORDS } from './words/index.ts'
import type { GuessedAccount } from './wrong-code-store.ts'

const finding = findingsOf(
  CODE_FINDINGS,
  partOf(CODE_WORDS, ({ findings }) => findings),
)

/** Tells a supporter that the account asks for a code, and what its citizen has for it. */
export const explainCodes: Explains = async (needs, caller) => {
  const { db, clock } = needs
  const citizen = await findCitizenOf(needs, caller)
  if (!citizen) return []
  const { citizenId, subject } = citizen
  const [apps, left] = await Promise.all([
    selectAuthenticators(db, citizenId),
    countRecoveryCodes(db, citizenId),
  ])
  if (apps.length === 0) return []
  const lastUsed = latestOf(apps.map(({ lastUsedAt }) => lastUsedAt))
  const asked = finding('code-asked-for', (words, { when }) => ({
    found: [
      words.apps(apps.length),
      lastUsed === undefined ? words.neverUsed : words.used(when(lastUsed)),
      words.left(left),
    ],
    mayDo: [{ command: `portico citizen reset-second-factor ${subject} --reason TEXT`, says: words.mayDo }],
    tell: [words.type, words.without],
  }))
  const mark = { ...markOf(citizen), citizenId }
  const closedUntil = await findClosedUntil(db, mark, clock.now())
  if (closedUntil === undefined) return [asked]
  const closed = finding('codes-closed-to-new-browsers', (words, { when }) => ({
    found: [words.wrong(IN_A_ROW.most), words.until(when(closedUntil))],
    ...byCommand(`portico citizen forgive-failures ${subject} --reason TEXT`),
    tell: [words.tell],
  }))
  return [asked, closed]
}

// excused: "citizen_id = ${citizenId}" because the mark, which is made of the address, says the same; this one has the index.
async function findClosedUntil(
  db: Database,
  { citizenId, passwordMark }: GuessedAccount,
  now: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ until: UnixSeconds }>`
    select extract(epoch from forget_at)::bigint as until from wrong_codes
     where citizen_id = ${citizenId} and password_mark = ${passwordMark} and failures >= ${IN_A_ROW.most}
       and forget_at > to_timestamp(${now})`)
  return found?.until
}
