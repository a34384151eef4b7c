import { type AuditEvent, appendEvent, appendRepeated } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { ACCESS_EVENTS } from './events.ts'
import { hasGrants } from './statements/end-grants.ts'

/** The event of sessions of one citizen that have ended. */
export interface SessionsEnded extends AuditEvent {
  readonly name: 'signed-out' | 'session-ended'
  readonly citizenId: string
}

/**
 * Writes that these sessions have ended. The feed of ended sessions reads the event where programs know one of them; of others an
 * hour has only so many (decision 73).
 */
export async function noteEnd(
  needs: Basics,
  event: SessionsEnded,
  sessionIds: readonly string[],
): Promise<void> {
  const isKnown = await hasGrants(needs.db, event.citizenId, sessionIds)
  await (isKnown ? appendEvent(needs, event) : appendRepeated(needs, event, ACCESS_EVENTS[event.name].bound))
}
