import type { SignedIn } from '../access/index.ts'
import { type RenameRefusal, type Renaming, renameFactor } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ChangeProofsNeeds } from '../sign-in/index.ts'
import { setAuthenticatorName } from './authenticator-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mayChange } from './may-change.ts'

/** Gives an app of a signed-in citizen another name. */
export async function renameAuthenticator(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id: authenticatorId, name, origin }: Renaming,
): Promise<Result<void, RenameRefusal>> {
  if (!mayChange(signedIn, needs.clock.now(), { hasApp: true })) return refused('not-recent')
  if (!isUuid(authenticatorId)) return accepted(undefined)
  const told = { origin, event: 'authenticator-renamed', letter: CODE_LETTERS.renamed } as const
  const renaming = { ...told, name, limit: 'app-change-per-citizen' } as const
  return renameFactor(needs, signedIn, renaming, (tx, citizenId, label) =>
    setAuthenticatorName(tx, { citizenId, authenticatorId }, label),
  )
}
