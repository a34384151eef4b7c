import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { postProofLetter } from '../sign-in/index.ts'
import { deleteAuthenticatorsSince, hasAuthenticator } from './authenticator-store.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/** An app that is younger does not outlast a recovery by mail. */
const YOUNG_SECONDS = 3 * 24 * 60 * 60

/**
 * Removes the apps that were added in the three days before a recovery by mail, in its transaction. Otherwise whoever has a stolen
 * password could add an app, and so lock out the owner, who has been told by mail. The letter says when each one was added.
 * Returns whether there were any.
 */
export async function dropYoungApps(
  needs: PostNeeds & { readonly baseUrl: string },
  citizen: Citizen,
  origin: AuditOrigin,
): Promise<boolean> {
  const { db, clock } = needs
  const { citizenId } = citizen
  const since = plusSeconds(clock.now(), -YOUNG_SECONDS)
  const addedAt = await deleteAuthenticatorsSince(db, citizenId, since)
  if (addedAt.length === 0) return false
  const isLast = !(await hasAuthenticator(db, citizenId))
  if (isLast) await deleteRecoveryCodesOfCitizen(db, citizenId)
  const details = { last: isLast, cause: 'recovery' }
  await appendEvent(needs, { name: 'authenticator-removed', origin, citizenId, details })
  await postProofLetter(needs, citizen, { kind: 'young-apps-removed', addedAt, isLast })
  return true
}
