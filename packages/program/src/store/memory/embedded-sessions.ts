import type { RotatedRefresh, RotateRefresh, SsoStore } from '../index.ts'
import { endSession } from './embedded-ending.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import { type StoredSession, sessionRowOf, type Tables } from './tables.ts'

type SessionSteps = Pick<
  SsoStore<EmbeddedTx>,
  | 'findSession'
  | 'findSessionByAccess'
  | 'findSessionByRefresh'
  | 'rotateRefresh'
  | 'revokeSession'
  | 'listSessions'
  | 'countActiveSessions'
>

/** Local sessions and their tokens. */
export function embeddedSessions(tables: Tables): SessionSteps {
  const { sessions, access } = tables
  const open = () => [...sessions.values()].filter((s) => !s.endedCause)
  return {
    async findSession(sessionId) {
      const session = sessions.get(sessionId)
      return session ? sessionRowOf(tables, session) : null
    },
    async findSessionByAccess(accessHash) {
      const token = access.get(accessHash)
      const session = token && sessions.get(token.sessionId)
      return session ? { session: sessionRowOf(tables, session), accessExpiresAt: token.expiresAt } : null
    },
    async findSessionByRefresh(refreshHash) {
      const session = byRefresh(tables, refreshHash)
      return session ? sessionRowOf(tables, session) : null
    },
    rotateRefresh: async (rotation) => rotate(tables, rotation),
    async revokeSession(sessionId, cause, now) {
      const session = sessions.get(sessionId)
      if (!session || session.endedCause) return false
      endSession(tables, session, { cause, now })
      return true
    },
    listSessions: async (accountId, now) =>
      open()
        .filter((s) => s.accountId === accountId && s.expiresAt > now)
        .map((s) => sessionRowOf(tables, s)),
    countActiveSessions: async (withinMs) =>
      open().filter((s) => s.centralCheckedAt.getTime() > tables.now().getTime() - withinMs).length,
  }
}

function byRefresh({ sessions, spent }: Tables, hash: string): StoredSession | undefined {
  const current = [...sessions.values()].find(
    (s) => s.refreshHash === hash || s.previous?.refreshHash === hash,
  )
  return current ?? sessions.get(spent.get(hash) ?? '')
}

function rotate(tables: Tables, r: RotateRefresh): RotatedRefresh {
  const session = byRefresh(tables, r.refreshHash)
  if (!session || session.endedCause || session.expiresAt <= r.now) return { kind: 'refused' }
  if (session.refreshHash === r.refreshHash)
    return { kind: 'rotated', session: replaceTokens(tables, session, r) }
  if (isRetry(session, r)) return { kind: 'repeated', session: sessionRowOf(tables, session) }
  endSession(tables, session, { cause: 'refresh_reuse', now: r.now })
  return { kind: 'reused', session: sessionRowOf(tables, session) }
}

function isRetry({ previous }: StoredSession, r: RotateRefresh): boolean {
  if (previous?.refreshHash !== r.refreshHash || r.rotationIdHash === null) return false
  if (previous.rotationIdHash !== r.rotationIdHash) return false
  return previous.at.getTime() > r.now.getTime() - r.retryWindowMs
}

function replaceTokens(tables: Tables, session: StoredSession, r: RotateRefresh) {
  if (session.previous) tables.spent.set(session.previous.refreshHash, session.id)
  session.previous = { refreshHash: session.refreshHash, rotationIdHash: r.rotationIdHash, at: r.now }
  session.refreshHash = r.next.refreshHash
  session.generation += 1
  session.lastUsedAt = r.now
  tables.access.set(r.next.accessHash, { sessionId: session.id, expiresAt: r.next.accessExpiresAt })
  return sessionRowOf(tables, session)
}
