import type { SignedIn } from '../access/index.ts'
import { type ChangeRefusal, type ChosenKey, changeFactor } from '../factors/index.ts'
import type { Result } from '../platform/result.ts'
import type { ChangeProofsNeeds } from '../sign-in/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { deletePasskey } from './passkey-store.ts'

/** Removes a passkey of a signed-in citizen. Its id is the credential id in base64url, as the page has it. */
export function removePasskey(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id, origin }: ChosenKey,
): Promise<Result<void, ChangeRefusal>> {
  const told = { origin, event: 'passkey-removed', letter: PASSKEY_LETTERS.removed } as const
  return changeFactor(needs, signedIn, told, async (tx, citizenId) =>
    (await deletePasskey(tx, { citizenId, credentialId: Buffer.from(id, 'base64url') })) ? {} : undefined,
  )
}
