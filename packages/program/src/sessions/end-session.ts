import type { Service } from '../service.ts'
import type { SessionEndCause, SessionRow } from '../store/index.ts'
import { type RevokeNeeds, revokeSoon } from './revoke-due.ts'

/** What the end of a session is handed. */
export type EndNeeds = RevokeNeeds & Pick<Service, 'emit' | 'inBackground'>

/**
 * Ends a session. False if it had ended before. The central grant is always revoked, in the background, because an
 * inactive access token or a refused renewal does not prove that the grant has ended.
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
