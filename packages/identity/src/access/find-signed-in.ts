import type { Basics } from '../platform/foundation.ts'
import { readToken } from '../platform/opaque-token.ts'
import { isAlive, LAST_SEEN_STEP_SECONDS } from './session.ts'
import { findSessionOfCitizen, type SignedIn, setLastSeen } from './statements/sessions.ts'

/**
 * Finds who is signed in with this cookie, in one read. It finds nobody where the session has ended or expired, where
 * the citizen's security version has risen since, or where the account is not active. It finds a citizen whose address
 * is not verified; callers for whom that matters check it.
 */
export async function findSignedIn(
  { db, clock }: Basics,
  cookieValue: string | undefined,
): Promise<SignedIn | undefined> {
  const cookie = readToken('session', cookieValue ?? '')
  const found = cookie && (await findSessionOfCitizen(db, cookie))
  const now = clock.now()
  if (!found || !isAlive(found.session, found.citizen, now)) return undefined
  if (now - found.session.lastSeenAt >= LAST_SEEN_STEP_SECONDS) await setLastSeen(db, found.session, now)
  return found
}

/** Why a session is over, as far as its citizen may know. `over`: nothing else is known. */
export type SessionEnd = 'elsewhere' | 'changed' | 'over'

/** Whose session it was that this cookie belongs to, and why it is over. Nothing for an active one, and for a cookie of none. */
export async function findEnded(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  cookieValue: string | undefined,
): Promise<{ readonly citizenId: string; readonly why: SessionEnd } | undefined> {
  const cookie = readToken('session', cookieValue ?? '')
  const found = cookie && (await findSessionOfCitizen(db, cookie))
  if (!found || isAlive(found.session, found.citizen, clock.now())) return undefined
  return { citizenId: found.citizen.citizenId, why: whyOver(found) }
}

function whyOver({ session, citizen }: SignedIn): SessionEnd {
  if (citizen.standing !== 'active') return 'over'
  if (session.endedAt !== null) return 'elsewhere'
  return session.securityVersion === citizen.securityVersion ? 'over' : 'changed'
}
