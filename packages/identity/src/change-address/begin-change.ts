import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, lockCitizen, markOf, readEmail } from '../citizens/index.ts'
import { type LetterNeeds, postNews, type WakesMail } from '../mail/index.ts'
import { type OwnedLink, spendLink } from '../mailed-links/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { MayAskForCode } from '../sign-in/index.ts'
import { saveChange } from './address-change-store.ts'
import { CHANGE_LETTERS, mintKeepLink } from './change-letters.ts'
import { isTaken } from './is-taken.ts'
import { maskEmail } from './mask-email.ts'

/** Everything that begins a waiting period. */
export interface BeginNeeds extends LetterNeeds {
  readonly addressChangeWaitDays: number
}

/** The address that was typed on the page behind the link, and from where. */
export interface TypedAddress {
  readonly email: string
  readonly origin: AuditOrigin
}

/** A new address, and whether a mailed link has proven it. */
export interface NewAddress {
  readonly newEmail: string
  readonly isProven: boolean
}

const DAY_SECONDS = 24 * 60 * 60

/**
 * Begins the waiting period of a new address that a mailed link has proven. The address that the account has now must be typed, which
 * a scanner that sends the form does not know; another one spends no link. One of several concurrent uses succeeds.
 */
export async function confirmAddress(
  needs: BeginNeeds & WakesMail & MayAskForCode,
  { key, citizen, newEmail, askedAt }: OwnedLink,
  { email, origin }: TypedAddress,
): Promise<Result<void, 'link-invalid' | 'wrong'>> {
  const typed = readEmail(email)
  if (!typed.ok || typed.value !== citizen.email) return refused('wrong')
  if (newEmail === undefined) return refused('link-invalid')
  const isBegun = await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    const locked = await lockCitizen(tx, key.citizenId)
    if (!locked || !(await spendLink(inTransaction, key, locked))) return false
    // Whoever asked before the account had this app gave no code.
    if (await needs.secondFactor?.isAskedSince(tx, key.citizenId, askedAt)) return false
    if (!(await beginChange(inTransaction, locked, { newEmail, isProven: true }))) return false
    const { citizenId } = locked
    await appendEvent(inTransaction, { name: 'address-change-begun', origin, citizenId })
    return true
  })
  if (!isBegun) return refused('link-invalid')
  needs.mail.wake()
  return accepted(undefined)
}

/**
 * Stores a change that waits, and writes the letter to the old address. The caller has locked the citizen's row. False where
 * somebody has the new address, or an earlier change can still be undone.
 */
export async function beginChange(
  needs: BeginNeeds,
  citizen: Citizen,
  { newEmail, isProven }: NewAddress,
): Promise<boolean> {
  const { db, clock } = needs
  const { citizenId, email: oldEmail } = citizen
  if (await isTaken(needs, citizen, newEmail)) return false
  const askedAt = clock.now()
  const nextAt = plusSeconds(askedAt, needs.addressChangeWaitDays * DAY_SECONDS)
  const { address: link, hash: stopHash } = mintKeepLink(needs, citizen)
  const change = { ...markOf(citizen), citizenId, oldEmail, newEmail, isProven, stopHash, askedAt, nextAt }
  if (!(await saveChange(db, change))) return false
  const facts = { dueAt: nextAt, newAddress: maskEmail(newEmail), link }
  // Also worth reading after the change: its link then undoes it.
  const told = { ...citizen, expiresAt: plusSeconds(nextAt, DAY_SECONDS) }
  await postNews(needs, told, CHANGE_LETTERS.begun, facts)
  return true
}
