import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { endGrantsOfSessions } from '../oauth/token/index.ts'
import type { Session } from './session.ts'
import { endAllBut, endById } from './statements/sessions.ts'

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
export async function endSession(needs: EndSessionsNeeds, session: SessionKey): Promise<boolean> {
  const { citizenId, sessionId } = session
  const ended = await endWithGrants(needs, citizenId, (tx, now) => endById(tx, { citizenId, sessionId }, now))
  return ended.length > 0
}

/** Ends every session of a citizen but this one; gives the ids of those that it ended. */
export async function endOtherSessions(
  needs: EndSessionsNeeds,
  { citizenId, sessionId }: SessionKey,
): Promise<readonly string[]> {
  return endWithGrants(needs, citizenId, (tx, now) => endAllBut(tx, { citizenId, spared: sessionId }, now))
}

/** Ends every session of a citizen; gives the ids of those that it ended. */
export async function endAllSessions(needs: EndSessionsNeeds, citizenId: string): Promise<readonly string[]> {
  return endWithGrants(needs, citizenId, (tx, now) => endAllBut(tx, { citizenId, spared: undefined }, now))
}

/** Ends sessions of a citizen, and in the same transaction every grant that they gave; gives their ids. */
export async function endWithGrants(
  { db, clock }: EndSessionsNeeds,
  citizenId: string,
  end: (tx: Database, now: UnixSeconds) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const sessionIds = await end(tx, now)
    await endGrantsOfSessions(tx, { citizenId, sessionIds, now })
    return sessionIds
  })
}
