import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { recentSince } from '../factors/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import {
  deleteAuthenticatorsSince,
  findAuthenticatorsSince,
  hasAuthenticator,
} from './authenticator-store.ts'
import { forgetFormerCodes, hasFormerCodes } from './former-codes-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

type Needs = Pick<Basics, 'db' | 'clock'>

/** An app that can be trusted only since later than this goes. Nothing where the account had codes before: none goes then. */
async function removedSince({ db, clock }: Needs, citizenId: string): Promise<UnixSeconds | undefined> {
  const since = recentSince(clock.now())
  return (await hasFormerCodes(db, citizenId, since)) ? undefined : since
}

/** When each app was added that a recovery by mail would remove now. */
export async function findRecentApps(needs: Needs, citizenId: string): Promise<readonly UnixSeconds[]> {
  const since = await removedSince(needs, citizenId)
  return since === undefined ? [] : findAuthenticatorsSince(needs.db, citizenId, since)
}

/**
 * Removes the apps that were added in the three days before a recovery by mail with the password alone, and those that they added
 * (decision 60), in its transaction. Otherwise whoever has a stolen password could add an app, and so lock out the owner, who has been
 * told by mail. None goes where the account had codes before: then the waiting period of lost apps holds. The letter says when each one
 * was added. Returns whether there were any.
 */
export async function removeRecentApps(
  needs: LetterNeeds,
  citizen: Citizen,
  origin: AuditOrigin,
): Promise<boolean> {
  const { db } = needs
  const { citizenId } = citizen
  if (!(await hasAuthenticator(db, citizenId))) {
    // An account without an app begins anew with the recovery.
    await forgetFormerCodes(db, citizenId)
    return false
  }
  const since = await removedSince(needs, citizenId)
  if (since === undefined) return false
  const addedAt = await deleteAuthenticatorsSince(db, citizenId, since)
  if (addedAt.length === 0) return false
  const isLast = !(await hasAuthenticator(db, citizenId))
  if (isLast) await deleteRecoveryCodesOfCitizen(db, citizenId)
  const details = { last: isLast, cause: 'recovery' }
  await appendEvent(needs, { name: 'authenticator-removed', origin, citizenId, details })
  await postNews(needs, citizen, CODE_LETTERS.recentRemoved, { addedAt, isLast })
  return true
}
