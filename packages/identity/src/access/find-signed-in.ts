import type { Citizen } from '../citizens/index.ts'
import type { Foundation } from '../platform/foundation.ts'
import { readToken } from '../platform/opaque-token.ts'
import { isAlive, LAST_SEEN_STEP_SECONDS, type Session } from './session.ts'
import { findSessionOfCitizen, setLastSeen } from './statements/sessions.ts'

/** A citizen, and the session through which the citizen is here. */
export interface SignedIn {
  readonly citizen: Citizen
  readonly session: Session
}

/**
 * Finds who is signed in with this cookie, by one read. Sessions that ended, expired, were born under an earlier
 * security version or belong to a citizen who may not use the account are nobody's. A citizen whose address is
 * unverified is found: where that matters, the caller asks.
 */
export async function findSignedIn(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  cookieValue: string | undefined,
): Promise<SignedIn | undefined> {
  const cookie = readToken('session', cookieValue ?? '')
  const found = cookie && (await findSessionOfCitizen(db, cookie))
  const now = clock.now()
  if (!found || !isAlive(found.session, found.citizen, now)) return undefined
  if (now - found.session.lastSeenAt >= LAST_SEEN_STEP_SECONDS) await setLastSeen(db, found.session, now)
  return found
}
