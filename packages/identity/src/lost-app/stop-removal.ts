import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, lockCitizen, readEmail } from '../citizens/index.ts'
import type { LetterNeeds, WakesMail } from '../mail/index.ts'
import { findOwnedLink, type OwnedLink, spendLink } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { KEEP_APP_LINK } from './links.ts'
import { ENDINGS, writeNews } from './removal-letters.ts'
import { deleteRemoval, findRemoval } from './removal-store.ts'

/** Why a removal stopped, as the audit says it. */
export type StopCause = 'link' | 'by-citizen' | 'signed-in' | 'recovery' | 'was-not-me' | 'changed' | 'no-app'

/** Everything that stops a removal by a request. */
export interface StopNeeds extends LetterNeeds, WakesMail {}

/** Stops the removal of a citizen whose row the caller has locked, and tells the citizen. False where none waits. */
export async function stopRemoval(
  needs: LetterNeeds,
  citizen: Citizen,
  { origin, cause }: { readonly origin: AuditOrigin; readonly cause: StopCause },
): Promise<boolean> {
  const { citizenId } = citizen
  if (!(await deleteRemoval(needs.db, citizenId))) return false
  await appendEvent(needs, { name: 'app-removal-stopped', origin, citizenId, details: { cause } })
  // Without an app there is nothing that stays.
  if (citizen.standing === 'active' && cause !== 'no-app') await writeNews(needs, citizen, ENDINGS.stopped)
  return true
}

/** Finds the removal that a link stops. Changes nothing, however often it is called. */
export async function findStoppable(
  needs: Pick<Basics, 'db' | 'clock'>,
  link: string,
): Promise<OwnedLink | undefined> {
  const found = await findOwnedLink(needs, KEEP_APP_LINK, link)
  const waits = found && (await findRemoval(needs.db, found.key.citizenId))
  return waits ? found : undefined
}

/** The address that was typed on the page behind the link, and from where. */
export interface Stopping {
  readonly email: string
  readonly origin: AuditOrigin
}

/**
 * Stops a removal by the link of a letter. The address must be typed, which a scanner that sends the form does not know. An
 * address other than the account's spends no link. One of several concurrent uses succeeds.
 */
export async function stopByLink(
  needs: StopNeeds,
  { key, citizen }: OwnedLink,
  { email, origin }: Stopping,
): Promise<Result<void, 'link-invalid' | 'wrong'>> {
  const typed = readEmail(email)
  if (!typed.ok || typed.value !== citizen.email) return refused('wrong')
  const isStopped = await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    const locked = await lockCitizen(tx, key.citizenId)
    if (!locked || !(await spendLink(inTransaction, key, locked))) return false
    return stopRemoval(inTransaction, locked, { origin, cause: 'link' })
  })
  if (!isStopped) return refused('link-invalid')
  needs.mail.wake()
  return accepted(undefined)
}
