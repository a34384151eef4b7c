import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { listSessions } from './list-sessions.ts'
import { listConnections } from './statements/connections.ts'

/** The citizen's own copy of the active sessions. */
export const ownSessions: OwnData = async function* (needs, citizenId) {
  for (const session of await listSessions(needs, { citizenId, language: '' }))
    yield {
      session_id: session.sessionId,
      browser: session.browser ?? null,
      system: session.system ?? null,
      address: session.address,
      signed_in_with: session.proof,
      signed_in_at: isoInstant(session.startedAt),
      last_used_at: isoInstant(session.lastSeenAt),
      programs: session.programs,
    }
}

/** The citizen's own copy of the connected programs, with what each may read. */
export const ownPrograms: OwnData = async function* ({ db }, citizenId) {
  for (const { clientId, programName, scope, connectedAt, lastEnteredAt } of await listConnections(db, {
    citizenId,
    language: '',
  }))
    yield {
      client_id: clientId,
      name: programName,
      scope,
      first_entered_at: isoInstant(connectedAt),
      last_entered_at: isoInstant(lastEnteredAt),
    }
}
