import type { SignedIn } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, lockCitizen, raiseSecurityVersion, setPasswordHash } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import { endLinks, type RequestLinkNeeds, sendAccountLink } from '../mailed-links/index.ts'

/** Everything that `endEverything` uses. */
export interface EndEverythingNeeds extends RequestLinkNeeds {
  /** Deletes what signs a citizen in beside the password, in the same transaction. */
  revokeKeys(
    needs: PostNeeds & { readonly baseUrl: string },
    citizen: Citizen,
    origin: AuditOrigin,
  ): Promise<void>
}

/** In which language, and from where, the citizen said it. */
export interface Objection {
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** No password has this hash. */
const NO_PASSWORD = ''

/**
 * A signed-in citizen says that somebody else was in the account. Every session, code, token and link ends, the password and
 * the passkeys sign nobody in any more, and a link for a new password is mailed: only who reads the mail goes on. Returns
 * false, and nothing happens, where the session has ended meanwhile: of several requests at once, one does it.
 */
export async function endEverything(
  needs: EndEverythingNeeds,
  signedIn: SignedIn,
  objection: Objection,
): Promise<boolean> {
  const isDone = await needs.db.transaction((tx) => end({ ...needs, db: tx }, signedIn, objection))
  if (isDone) needs.mail.wake()
  return isDone
}

async function end(
  needs: EndEverythingNeeds,
  { session }: SignedIn,
  { language, origin }: Objection,
): Promise<boolean> {
  const { db, clock } = needs
  const { citizenId } = session
  const citizen = await lockCitizen(db, citizenId)
  if (citizen?.standing !== 'active' || citizen.securityVersion !== session.securityVersion) return false
  const securityVersion = await raiseSecurityVersion(db, citizenId)
  if (securityVersion === undefined) return false
  await setPasswordHash(db, citizenId, NO_PASSWORD, clock.now())
  await needs.revokeKeys(needs, citizen, origin)
  await endLinks(db, 'recovery', citizenId)
  await endLinks(db, 'verification', citizenId)
  const event = { origin, citizenId, sessionId: session.sessionId, details: { cause: 'was-not-me' } }
  await appendEvent(needs, { name: 'citizen-signed-out', ...event })
  const recipient = { ...citizen, securityVersion, isCitizen: true, letter: 'was-not-me' as const }
  await sendAccountLink(needs, 'recovery', recipient, { language, origin, code: 'no-code' })
  return true
}
