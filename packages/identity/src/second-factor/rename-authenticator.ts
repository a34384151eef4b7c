import { lockSignedIn, type SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { readLabel } from '../citizens/index.ts'
import { postNews } from '../factors/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ChangeOrigin, type ChangeProofsNeeds } from '../sign-in/index.ts'
import { isAuthenticatorId } from './authenticator.ts'
import { setAuthenticatorName } from './authenticator-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mayChange } from './may-change.ts'

/** The app, and its new name. */
export interface Renaming extends ChangeOrigin {
  readonly authenticatorId: string
  readonly name: string
}

/** Why nothing was renamed. `not-recent`: the citizen must first prove again who they are. */
export type RenameRefusal = 'bad-name' | 'not-recent' | 'signed-out' | { readonly retryAfterSeconds: number }

/**
 * Gives an app of a signed-in citizen another name. It needs the same proof as its removal: a wrong name leads to the removal of the wrong
 * app. Where the app is gone, or has this name, nothing happens.
 */
export async function renameAuthenticator(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { authenticatorId, name: typed, origin }: Renaming,
): Promise<Result<void, RenameRefusal>> {
  const name = readLabel(typed)
  if (!name.ok) return name
  if (!isAuthenticatorId(authenticatorId)) return accepted(undefined)
  if (!mayChange(signedIn, needs.clock.now(), { hasApp: true })) return refused('not-recent')
  const limit = await needs.limits.spend('app-change-per-citizen', signedIn.citizen.citizenId)
  if (!limit.allowed) return refused({ retryAfterSeconds: limit.retryAfterSeconds })
  const renamed = await needs.db.transaction((tx) =>
    rename({ ...needs, db: tx }, signedIn, { authenticatorId, name: name.value, origin }),
  )
  if (renamed.ok) needs.mail.wake()
  return renamed
}

async function rename(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { authenticatorId, name, origin }: Renaming,
): Promise<Result<void, RenameRefusal>> {
  const { db } = needs
  const citizen = await lockSignedIn(db, signedIn)
  if (!citizen) return refused('signed-out')
  const { citizenId } = citizen
  if (!(await setAuthenticatorName(db, { citizenId, authenticatorId }, name))) return accepted(undefined)
  const { sessionId } = signedIn.session
  await appendEvent(needs, { name: 'authenticator-renamed', origin, citizenId, sessionId })
  await postNews(needs, citizen, CODE_LETTERS.renamed, { at: needs.clock.now() })
  return accepted(undefined)
}
