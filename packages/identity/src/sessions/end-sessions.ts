import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { endGrantsOfSessions } from '../tokens/index.ts'
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
 * Ends one session of a citizen with every grant that it gave; false when there is no such session or it had ended.
 * Codes that were given through it are dead with it, because exchanging one reads the session's row.
 */
export async function endSession({ db, clock }: EndSessionsNeeds, session: SessionKey): Promise<boolean> {
  const { citizenId, sessionId } = session
  const now = clock.now()
  return db.transaction(async (tx) => {
    const ended = await endById(tx, session, now)
    if (ended) await endGrantsOfSessions(tx, { citizenId, sessionIds: [sessionId], now })
    return ended
  })
}

/** Ends every session of a citizen but this one; gives the ids of those that it ended. */
export async function endOtherSessions(
  needs: EndSessionsNeeds,
  kept: SessionKey,
): Promise<readonly string[]> {
  return endAll(needs, { citizenId: kept.citizenId, spared: kept.sessionId })
}

/** Ends every session of a citizen; gives the ids of those that it ended. */
export async function endAllSessions(needs: EndSessionsNeeds, citizenId: string): Promise<readonly string[]> {
  return endAll(needs, { citizenId, spared: undefined })
}

async function endAll(
  { db, clock }: EndSessionsNeeds,
  which: Parameters<typeof endAllBut>[1],
): Promise<readonly string[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const sessionIds = await endAllBut(tx, which, now)
    await endGrantsOfSessions(tx, { citizenId: which.citizenId, sessionIds, now })
    return sessionIds
  })
}
