import { endOtherSessions, endSession, noteEnd, type Session } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { noteEndedSessions } from './note-ended-sessions.ts'

/** The citizen's session, and the request that came through it. */
export interface OwnSession {
  readonly session: Session
  readonly origin: AuditOrigin
}

/** Ends the session of this request. */
export async function signOut(needs: Basics, { session, origin }: OwnSession): Promise<void> {
  const { citizenId, sessionId } = session
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    if (!(await endSession(inTransaction, session))) return
    await noteEnd(inTransaction, { name: 'signed-out', origin, citizenId, sessionId }, [sessionId])
  })
}

/**
 * Ends one session of the same citizen, which may be the one of this request. Does nothing for another citizen's
 * session, or one that has ended.
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

/** Ends every session of the citizen except the one of this request. */
export async function endOwnOtherSessions(needs: Basics, { session, origin }: OwnSession): Promise<void> {
  const { citizenId } = session
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    const ended = await endOtherSessions(inTransaction, session)
    await noteEndedSessions(inTransaction, { citizenId, ended, cause: 'all-others', origin })
  })
}
