import type { EndNeeds } from './end-session.ts'
import { revokeSoon } from './revoke-due.ts'

/** Ends an account's sessions, revokes their central grants, and removes its link to a citizen. */
export async function forgetAccount(
  service: EndNeeds,
  accountId: string,
): Promise<{ sessions: number; links: number }> {
  const at = service.clock.now()
  const { ended, links } = await service.store.forgetAccount(accountId, at)
  for (const { sessionId } of ended)
    service.emit({ type: 'session_ended', accountId, sessionId, cause: 'revoked_by_program', at })
  service.emit({ type: 'forgotten', accountId, at })
  revokeSoon(service)
  return { sessions: ended.length, links }
}
