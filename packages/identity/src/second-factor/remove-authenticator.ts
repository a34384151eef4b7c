import type { SignedIn } from '../access/index.ts'
import { type ChangeRefusal, type ChosenKey, changeFactor } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ChangeProofsNeeds } from '../sign-in/index.ts'
import { deleteAuthenticator, selectAuthenticators } from './authenticator-store.ts'
import { saveFormerCodes } from './former-codes-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mayChange } from './may-change.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/**
 * Removes an app of a signed-in citizen. With the last app, the recovery codes go, too, and a password alone signs in again.
 */
export async function removeAuthenticator(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id: authenticatorId, origin }: ChosenKey,
): Promise<Result<void, ChangeRefusal>> {
  const now = needs.clock.now()
  if (!mayChange(signedIn, now, { hasApp: true })) return refused('not-recent')
  if (!isUuid(authenticatorId)) return accepted(undefined)
  const told = { origin, event: 'authenticator-removed', letter: CODE_LETTERS.removed } as const
  return changeFactor(needs, signedIn, told, async (tx, citizenId) => {
    const trustedSince = await deleteAuthenticator(tx, { citizenId, authenticatorId })
    if (trustedSince === undefined) return undefined
    const isLast = (await selectAuthenticators(tx, citizenId)).length === 0
    if (isLast) {
      await deleteRecoveryCodesOfCitizen(tx, citizenId)
      await saveFormerCodes(tx, { citizenId, trustedSince }, now)
    }
    return { last: isLast }
  })
}
