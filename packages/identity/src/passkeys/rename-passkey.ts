import type { SignedIn } from '../access/index.ts'
import { type RenameRefusal, type Renaming, renameFactor } from '../factors/index.ts'
import type { Result } from '../platform/result.ts'
import type { ChangeProofsNeeds } from '../sign-in/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { setPasskeyName } from './passkey-store.ts'

/** Gives a passkey of a signed-in citizen another name. The name in the device stays as it is. */
export function renamePasskey(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id, name, origin }: Renaming,
): Promise<Result<void, RenameRefusal>> {
  const told = { origin, event: 'passkey-renamed', letter: PASSKEY_LETTERS.renamed } as const
  const renaming = { ...told, name, limit: 'passkey-change-per-citizen' } as const
  return renameFactor(needs, signedIn, renaming, (tx, citizenId, label) =>
    setPasskeyName(tx, { citizenId, credentialId: Buffer.from(id, 'base64url') }, label),
  )
}
