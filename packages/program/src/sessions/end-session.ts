import type { Service } from '../service.ts'
import type { SessionEndCause, SessionRow } from '../store/index.ts'
import { openCentral } from './central-tokens.ts'

/** What ending a session uses. */
export type EndNeeds = Pick<Service, 'store' | 'clock' | 'emit' | 'keyring' | 'central' | 'inBackground'>

/** Ends a session, then revokes its central tokens without anybody waiting for it; false where it had ended. */
export async function endSession(
  service: EndNeeds,
  session: Pick<SessionRow, 'id' | 'accountId'>,
  cause: SessionEndCause,
): Promise<boolean> {
  const at = service.clock.now()
  const ended = await service.store.revokeSession(session.id, cause, at)
  if (!ended) return false
  service.emit({ type: 'session_ended', accountId: session.accountId, sessionId: session.id, cause, at })
  const { central } = ended
  if (central && cause !== 'central_ended') service.inBackground(revokeCentral(service, session.id, central))
  return true
}

/** Revokes the central tokens of a session that has ended. */
export async function revokeCentral(
  service: EndNeeds,
  sessionId: string,
  sealed: Parameters<typeof openCentral>[2],
): Promise<void> {
  const tokens = await openCentral(service, sessionId, sealed)
  if (tokens?.refreshToken) await service.central.revoke(tokens.refreshToken)
}
