import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Session } from './session.ts'
import { endAllBut, endById } from './session-store.ts'

/** What ending sessions needs. */
export interface EndSessionsNeeds {
  readonly db: Database
  readonly clock: Clock
}

/** What names a session. */
export type SessionKey = Pick<Session, 'citizenId' | 'sessionId'>

/**
 * Ends one session of a citizen; false when there is no such session or it had ended. Codes and tokens that were
 * given through it are dead with the same write, because every use of them reads the session's row.
 */
export async function endSession({ db, clock }: EndSessionsNeeds, session: SessionKey): Promise<boolean> {
  return endById(db, session, clock.now())
}

/** Ends every session of a citizen but this one; gives the ids of those that it ended. */
export async function endOtherSessions(
  needs: EndSessionsNeeds,
  kept: SessionKey,
): Promise<readonly string[]> {
  return endAllBut(needs.db, { citizenId: kept.citizenId, spared: kept.sessionId }, needs.clock.now())
}

/** Ends every session of a citizen; gives the ids of those that it ended. */
export async function endAllSessions(needs: EndSessionsNeeds, citizenId: string): Promise<readonly string[]> {
  return endAllBut(needs.db, { citizenId, spared: undefined }, needs.clock.now())
}
