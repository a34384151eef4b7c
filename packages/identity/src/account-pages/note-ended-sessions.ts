import { noteEnd } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** Sessions of one citizen that ended together. */
export interface EndedSessions {
  readonly citizenId: string
  readonly ended: readonly string[]
  readonly cause: 'by-citizen' | 'all-others' | 'password-changed'
  readonly origin: AuditOrigin
}

/** Writes one event for any number of sessions, which it names: the feed of ended sessions tells each to its programs. */
export async function noteEndedSessions(
  needs: Basics,
  { citizenId, ended, cause, origin }: EndedSessions,
): Promise<void> {
  const [sessionId, ...more] = ended
  if (sessionId === undefined) return
  const named = more.length === 0 ? { sessionId } : {}
  const all = more.length === 0 ? {} : { session_ids: ended.join(' ') }
  const details = { cause, sessions: ended.length, ...all }
  await noteEnd(needs, { name: 'session-ended', origin, citizenId, ...named, details }, ended)
}
