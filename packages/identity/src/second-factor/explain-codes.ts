import { findCitizenOf, markOf } from '../citizens/index.ts'
import { IN_A_ROW } from '../guesses/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { counted, type Explains, type Finding, usedLast } from '../platform/room/explains.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import type { GuessedAccount } from './wrong-code-store.ts'

/** Tells a supporter that the account asks for a code, and what its citizen has for it. */
export const explainCodes: Explains = async (needs, caller) => {
  const { db, clock, when } = needs
  const citizen = await findCitizenOf(needs, caller)
  if (!citizen) return []
  const [apps, left] = await Promise.all([
    selectAuthenticators(db, citizen.citizenId),
    countRecoveryCodes(db, citizen.citizenId),
  ])
  if (apps.length === 0) return []
  const findings: Finding[] = [
    {
      ...{ name: 'code-asked-for', weight: 'tells', to: 'owner' },
      found: `Beside the password a code is asked for: ${counted(apps.length, 'app')}, ${usedLast(needs, apps)}; ${left} recovery codes are left.`,
      mayDo: `Only with proof of who the caller is: portico citizen reset-second-factor ${citizen.subject} --reason TEXT`,
      tell: 'Type the code that the app shows now; the clock of your phone must be right. Without the phone use a recovery code, or press “I have lost my phone and my recovery codes” on the page that asks for the code.',
    },
  ]
  const mark = { ...markOf(citizen), citizenId: citizen.citizenId }
  const closedUntil = await findClosedUntil(db, mark, clock.now())
  if (closedUntil !== undefined)
    findings.push({
      ...{ name: 'codes-closed-to-new-browsers', weight: 'stops', to: 'owner' },
      found: `${IN_A_ROW.most} wrong codes came from browsers that the account does not know. Until ${when(closedUntil)} such browsers may not try any more.`,
      mayDo: `portico citizen forgive-failures ${citizen.subject} --reason TEXT`,
      tell: 'Use a browser in which you have signed in before. Somebody who knows your password is trying codes: choose a new password.',
    })
  return findings
}

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
