import { lockSignedIn, type SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { postNews } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ChangeOrigin, type ChangeProofsNeeds } from '../sign-in/index.ts'
import { isAuthenticatorId } from './authenticator.ts'
import { deleteAuthenticator, selectAuthenticators } from './authenticator-store.ts'
import { saveFormerCodes } from './former-codes-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mayChange } from './may-change.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/** The app to remove. */
export interface Removal extends ChangeOrigin {
  readonly authenticatorId: string
}

/** Why nothing was removed. `not-recent`: the citizen must first prove again who they are. */
export type RemoveRefusal = 'not-recent' | 'signed-out'

/**
 * Removes an app of a signed-in citizen. Where it is gone already, nothing happens. With the last app, the recovery codes go, too,
 * and a password alone signs in again.
 */
export async function removeAuthenticator(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  removal: Removal,
): Promise<Result<void, RemoveRefusal>> {
  if (!mayChange(signedIn, needs.clock.now(), { hasApp: true })) return refused('not-recent')
  if (!isAuthenticatorId(removal.authenticatorId)) return accepted(undefined)
  const removed = await needs.db.transaction((tx) => remove({ ...needs, db: tx }, signedIn, removal))
  if (removed.ok) needs.mail.wake()
  return removed
}

async function remove(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { authenticatorId, origin }: Removal,
): Promise<Result<void, RemoveRefusal>> {
  const { db, clock } = needs
  const citizen = await lockSignedIn(db, signedIn)
  if (!citizen) return refused('signed-out')
  const { citizenId } = citizen
  const trustedSince = await deleteAuthenticator(db, { citizenId, authenticatorId })
  if (trustedSince === undefined) return accepted(undefined)
  const isLast = (await selectAuthenticators(db, citizenId)).length === 0
  if (isLast) {
    await deleteRecoveryCodesOfCitizen(db, citizenId)
    await saveFormerCodes(db, { citizenId, trustedSince }, clock.now())
  }
  const { sessionId } = signedIn.session
  const details = { last: isLast }
  await appendEvent(needs, { name: 'authenticator-removed', origin, citizenId, sessionId, details })
  await postNews(needs, citizen, CODE_LETTERS.removed, { at: clock.now() })
  return accepted(undefined)
}
