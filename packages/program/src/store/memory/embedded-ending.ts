import type { EndedSession, HandoffRow, SessionEndCause } from '../index.ts'
import { listRevocation } from './embedded-revocations.ts'
import type { StoredSession, Tables } from './tables.ts'

/** Ends a session, erases its central tokens, and puts its grant on the list of revocations. */
export function endSession(
  tables: Tables,
  session: StoredSession,
  { cause, now }: { cause: SessionEndCause; now: Date },
): EndedSession {
  const { id, accountId, central, expiresAt } = session
  if (central)
    listRevocation(tables, {
      origin: { kind: 'session', id },
      ...{ sealed: central.sealed, keyId: central.keyId, createdAt: now },
    })
  session.endedCause = cause
  session.endedAt = expiresAt < now ? expiresAt : now
  session.central = null
  return { sessionId: id, accountId }
}

/** Puts the grant of a handoff that becomes no session on the list of revocations. */
export function listHandoff(tables: Tables, { codeHash, sealed, keyId }: HandoffRow, now: Date): void {
  listRevocation(tables, { origin: { kind: 'handoff', id: codeHash }, sealed, keyId, createdAt: now })
}
