import { lockSignedIn, type SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { readLabel } from '../citizens/index.ts'
import { postNews } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ChangeOrigin, type ChangeProofsNeeds, lacksCode } from '../sign-in/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { setPasskeyName } from './passkey-store.ts'

/** The passkey, and its new name. */
export interface Renaming extends ChangeOrigin {
  /** The credential id in base64url, as the page has it. */
  readonly id: string
  readonly name: string
}

/** Why nothing was renamed. `not-recent`: the citizen must first prove again who they are. */
export type RenameRefusal = 'bad-name' | 'not-recent' | 'signed-out' | { readonly retryAfterSeconds: number }

/**
 * Gives a passkey of a signed-in citizen another name. It needs the same proof as its removal: a wrong name leads to the removal of the
 * wrong passkey. Where the passkey is gone, or has this name, nothing happens. The name in the device stays as it is.
 */
export async function renamePasskey(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  renaming: Renaming,
): Promise<Result<void, RenameRefusal>> {
  const name = readLabel(renaming.name)
  if (!name.ok) return name
  const limit = await needs.limits.spend('passkey-change-per-citizen', signedIn.citizen.citizenId)
  if (!limit.allowed) return refused({ retryAfterSeconds: limit.retryAfterSeconds })
  const renamed = await needs.db.transaction((tx) =>
    rename({ ...needs, db: tx }, signedIn, { ...renaming, name: name.value }),
  )
  if (renamed.ok) needs.mail.wake()
  return renamed
}

async function rename(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { id, name, origin }: Renaming,
): Promise<Result<void, RenameRefusal>> {
  const citizen = await lockSignedIn(needs.db, signedIn)
  if (!citizen) return refused('signed-out')
  if (await lacksCode(needs, needs.db, signedIn)) return refused('not-recent')
  const { citizenId } = citizen
  const key = { citizenId, credentialId: Buffer.from(id, 'base64url') }
  if (!(await setPasskeyName(needs.db, key, name))) return accepted(undefined)
  const { sessionId } = signedIn.session
  await appendEvent(needs, { name: 'passkey-renamed', origin, citizenId, sessionId })
  await postNews(needs, citizen, PASSKEY_LETTERS.renamed, { at: needs.clock.now() })
  return accepted(undefined)
}
