import { endOtherSessions, endSession, type Session } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { noteEndedSessions } from './note-ended-sessions.ts'

/** The session that a citizen is in, and the request that came through it. */
export interface OwnSession {
  readonly session: Session
  readonly origin: AuditOrigin
}

/** Ends the session that the citizen is in. */
export async function signOut(needs: Basics, { session, origin }: OwnSession): Promise<void> {
  const { citizenId, sessionId } = session
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    if (!(await endSession(inTransaction, session))) return
    await appendEvent(inTransaction, { name: 'signed-out', origin, citizenId, sessionId })
  })
}

/**
 * Ends one session of the citizen's own, the one that asks included; one that is not the citizen's, or is over, is
 * left as it is.
 */
export async function endOwnSession(needs: Basics, own: OwnSession, sessionId: string): Promise<void> {
  const { citizenId } = own.session
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    if (!(await endSession(inTransaction, { citizenId, sessionId }))) return
    await noteEndedSessions(inTransaction, {
      citizenId,
      ended: [sessionId],
      cause: 'by-citizen',
      origin: own.origin,
    })
  })
}

/** Ends every session of the citizen but the one that asks. */
export async function endOwnOtherSessions(needs: Basics, { session, origin }: OwnSession): Promise<void> {
  const { citizenId } = session
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    const ended = await endOtherSessions(inTransaction, session)
    await noteEndedSessions(inTransaction, { citizenId, ended, cause: 'all-others', origin })
  })
}
