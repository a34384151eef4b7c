import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { lockCitizen, readEmail } from '../citizens/index.ts'
import { rememberDevice } from '../guesses/index.ts'
import { type OwnedLink, spendLink } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'

/** The browser that opened a mailed link, and the address that was typed there. */
export interface NewBrowser {
  readonly email: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin
}

/**
 * Makes a browser known to the account whose mailed link it opened, so that it may try the password. Nobody is signed
 * in. An address other than the account's spends no link. One of several concurrent uses succeeds.
 */
export async function rememberBrowser(
  needs: Basics,
  link: OwnedLink,
  browser: NewBrowser,
): Promise<Result<void, 'link-invalid' | 'wrong'>> {
  const typed = readEmail(browser.email)
  if (!typed.ok || typed.value !== link.citizen.email) return refused('wrong')
  return needs.db.transaction((tx) => write({ ...needs, db: tx }, link, browser))
}

async function write(
  needs: Basics,
  { key }: OwnedLink,
  { deviceHash, origin }: NewBrowser,
): Promise<Result<void, 'link-invalid'>> {
  const { citizenId } = key
  const citizen = await lockCitizen(needs.db, citizenId)
  if (!citizen || !(await spendLink(needs, key, citizen))) return refused('link-invalid')
  await rememberDevice(needs, { citizenId, deviceHash })
  await appendEvent(needs, { name: 'browser-admitted', origin, citizenId })
  return accepted(undefined)
}
