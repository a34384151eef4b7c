import { lockSignedIn, type SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { postNews } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ChangeOrigin, type ChangeProofsNeeds, lacksCode } from '../sign-in/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { deletePasskey } from './passkey-store.ts'

/** The passkey to remove. */
export interface Removal extends ChangeOrigin {
  /** The credential id in base64url, as the page has it. */
  readonly id: string
}

/** Why nothing was removed. `not-recent`: the citizen must first prove again who they are. */
export type RemoveRefusal = 'not-recent' | 'signed-out'

/** Removes a passkey of a signed-in citizen. Where it is gone already, nothing happens. Sessions that it began stay. */
export async function removePasskey(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  removal: Removal,
): Promise<Result<void, RemoveRefusal>> {
  const removed = await needs.db.transaction((tx) => remove({ ...needs, db: tx }, signedIn, removal))
  if (removed.ok) needs.mail.wake()
  return removed
}

async function remove(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id, origin }: Removal,
): Promise<Result<void, RemoveRefusal>> {
  const citizen = await lockSignedIn(needs.db, signedIn)
  if (!citizen) return refused('signed-out')
  if (await lacksCode(needs, needs.db, signedIn)) return refused('not-recent')
  const { citizenId } = citizen
  const key = { citizenId, credentialId: Buffer.from(id, 'base64url') }
  if (!(await deletePasskey(needs.db, key))) return accepted(undefined)
  const { sessionId } = signedIn.session
  await appendEvent(needs, { name: 'passkey-removed', origin, citizenId, sessionId })
  await postNews(needs, citizen, PASSKEY_LETTERS.removed, { at: needs.clock.now() })
  return accepted(undefined)
}
