import { rememberDevice } from '../attempts/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { holdCitizen, readEmail } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findRecovering, mayUse } from './find-recovering.ts'
import { spendRecoveryLink } from './recovery-link-store.ts'

/** What admitting a browser needs. */
export interface AdmitBrowserNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
}

/** The mailed link, and the address that was typed beside it. */
export interface BrowserToAdmit {
  readonly link: string
  readonly email: string
  /** `idHash` of the browser. */
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin
}

/** Why a browser is as unknown as before; only `link-invalid` is for good. */
export type AdmitBrowserRefusal = 'link-invalid' | 'wrong'

/**
 * Makes a browser known to the account whose mailed link was opened in it, so that it may try the password there. Nobody is
 * signed in. Another address than the account's spends no link; of all who use one at once, one succeeds.
 */
export async function admitBrowser(
  needs: AdmitBrowserNeeds,
  browser: BrowserToAdmit,
): Promise<Result<void, AdmitBrowserRefusal>> {
  const found = await findRecovering(needs, browser.link, 'browser-link')
  if (!found) return refused('link-invalid')
  const typed = readEmail(browser.email)
  if (!typed.ok || typed.value !== found.citizen.email) return refused('wrong')
  return needs.db.transaction((tx) => write({ ...needs, db: tx }, found.key, browser))
}

async function write(
  needs: AdmitBrowserNeeds,
  key: TokenKey,
  { deviceHash, origin }: BrowserToAdmit,
): Promise<Result<void, 'link-invalid'>> {
  const { citizenId } = key
  const citizen = await holdCitizen(needs.db, citizenId)
  const link = await spendRecoveryLink(needs.db, key, needs.clock.now())
  if (!citizen || !link || !mayUse(citizen, link)) return refused('link-invalid')
  await rememberDevice(needs, { citizenId, deviceHash })
  await appendEvent(needs, { name: 'browser-admitted', origin, citizenId })
  return accepted(undefined)
}
