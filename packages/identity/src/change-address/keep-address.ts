import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import {
  asOfNow,
  type Citizen,
  findCitizen,
  isUnchanged,
  lockCitizen,
  readEmail,
  replaceEmail,
} from '../citizens/index.ts'
import { findOwnedLink, type LeaveToMailNeeds, leaveToMail } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { constantTimeEqual } from '../platform/secret.ts'
import { type AddressChange, deleteChange, findChange } from './address-change-store.ts'
import { CHANGE_LETTERS, writeNews } from './change-letters.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { stopChange } from './stop-change.ts'

/** A change that a link stops or undoes. */
export interface KeptAddress {
  readonly key: TokenKey
  readonly citizen: Citizen
  readonly change: AddressChange
}

/** The address that was typed on the page behind the link, the language, and from where. */
export interface Keeping {
  readonly email: string
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Finds the change that a link stops or undoes. Changes nothing of it, however often it is called. */
export async function findKept(needs: Basics, link: string): Promise<KeptAddress | undefined> {
  const { db, clock } = needs
  const key = readToken(KEEP_ADDRESS_LINK.token, link)
  const change = key && (await findChange(db, key.citizenId))
  const citizen = change && (await asOfNow(needs, await findCitizen(db, key.citizenId)))
  if (!citizen || !isOpen(change, citizen)) return undefined
  if (!isLinkOf(change, key) && !(await isSentAgain(needs, change, link))) return undefined
  return change.doneAt !== null && change.nextAt <= clock.now() ? undefined : { key, citizen, change }
}

/** Both letters to the old address have a link, and both do the same, as do those that were sent again. */
function isLinkOf({ stopHash, undoHash }: AddressChange, { hash }: TokenKey): boolean {
  return constantTimeEqual(stopHash, hash) || (undoHash !== null && constantTimeEqual(undoHash, hash))
}

/** Whether a link was sent for this change, and not for one before it. Like the first ones, it outlasts whatever the account is used for. */
async function isSentAgain(needs: Basics, { askedAt }: AddressChange, link: string): Promise<boolean> {
  const sent = await findOwnedLink(needs, KEEP_ADDRESS_LINK, link)
  return sent !== undefined && sent.askedAt >= askedAt
}

/**
 * A change that was carried out stays open whatever the holder of the new address does with the account, and while it is suspended: else
 * the days for it would pass, and the account would open to whoever has taken it.
 */
export function isOpen(change: AddressChange, citizen: Citizen): boolean {
  if (change.doneAt === null) return isUnchanged(citizen, change)
  return citizen.standing !== 'closed' && citizen.email === change.newEmail
}

/**
 * Stops a change by the link of a letter, or undoes it where it was carried out. The old address must be typed, which a scanner that
 * sends the form does not know. One of several concurrent uses succeeds.
 */
export async function keepAddress(
  needs: LeaveToMailNeeds,
  { change }: KeptAddress,
  link: string,
  keeping: Keeping,
): Promise<Result<void, 'link-invalid' | 'wrong'>> {
  const typed = readEmail(keeping.email)
  if (!typed.ok || typed.value !== change.oldEmail) return refused('wrong')
  const isKept = await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    await lockCitizen(tx, change.citizenId)
    const found = await findKept(inTransaction, link)
    if (!found) return false
    if (found.change.doneAt !== null) return giveBack(inTransaction, found, keeping)
    return stopChange(inTransaction, found.citizen, { origin: keeping.origin, cause: 'link' })
  })
  if (!isKept) return refused('link-invalid')
  needs.mail.wake()
  return accepted(undefined)
}

/**
 * Gives the old address back, and ends everything: whoever changed it knows how to sign in. A link for a new password goes to the
 * old address; while the account is suspended, a letter that says so. False where another account has it by now.
 */
async function giveBack(
  needs: LeaveToMailNeeds,
  { citizen, change }: KeptAddress,
  { language, origin }: Keeping,
): Promise<boolean> {
  const { db, clock } = needs
  const { citizenId } = citizen
  const { oldEmail: email } = change
  if (!(await replaceEmail(db, citizen, { email, emailVerified: true }, { now: clock.now() }))) return false
  await deleteChange(db, citizenId)
  await appendEvent(needs, { name: 'address-given-back', origin, citizenId })
  await writeNews(needs, citizen, CHANGE_LETTERS.givenBack)
  const owner = { ...citizen, email }
  await leaveToMail(needs, owner, { language, origin, cause: 'address-given-back' })
  if (citizen.standing === 'suspended')
    await writeNews(needs, { ...owner, language }, CHANGE_LETTERS.suspended)
  return true
}
