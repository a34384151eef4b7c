import type { Service } from '../service.ts'
import type { SessionEndCause, SessionRow } from '../store/index.ts'
import { type RevokeNeeds, revokeSoon } from './revoke-due.ts'

/** What ending a session uses. */
export type EndNeeds = RevokeNeeds & Pick<Service, 'emit' | 'inBackground'>

/**
 * Ends a session; false where it had ended. Its central grant is revoked whatever the cause, and nobody waits for it: an
 * access token that is inactive over there, or a renewal that was refused, does not prove that the grant is over.
 */
export async function endSession(
  service: EndNeeds,
  session: Pick<SessionRow, 'id' | 'accountId'>,
  cause: SessionEndCause,
): Promise<boolean> {
  const at = service.clock.now()
  if (!(await service.store.revokeSession(session.id, cause, at))) return false
  service.emit({ type: 'session_ended', accountId: session.accountId, sessionId: session.id, cause, at })
  revokeSoon(service)
  return true
}
