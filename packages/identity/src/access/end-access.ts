import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SessionKey } from './session.ts'
import { type ConnectionKey, deleteConnection, deleteConnectionsOfCitizen } from './statements/connections.ts'
import { deleteUnspentCodes, endClientGrants, endSessionGrants } from './statements/end-grants.ts'
import { deleteSessionsOfCitizen, endAllBut, endById } from './statements/end-sessions.ts'

/**
 * Ends one session of a citizen and every grant that it gave. False where there is no such session, or it has ended.
 * Its codes end with it, because the exchange of a code reads the session's row.
 */
export async function endSession(needs: Basics, session: SessionKey): Promise<boolean> {
  const ended = await endWithGrants(needs, session.citizenId, (tx, now) => endById(tx, session, now))
  return ended.length > 0
}

/** Ends every session of a citizen except this one. Returns the ids of the ended sessions. */
export async function endOtherSessions(needs: Basics, spared: SessionKey): Promise<readonly string[]> {
  return endWithGrants(needs, spared.citizenId, (tx, now) => endAllBut(tx, spared, now))
}

/** Ends sessions of a citizen, and in the same transaction every grant that they gave. Returns the ids of the sessions. */
export async function endWithGrants(
  { db, clock }: Basics,
  citizenId: string,
  end: (tx: Database, now: UnixSeconds) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const sessionIds = await end(tx, now)
    if (sessionIds.length > 0)
      await endSessionGrants(tx, { citizenId, sessionIds, cause: 'session-ended', now })
    return sessionIds
  })
}

/**
 * Ends what a citizen has allowed a program, in a transaction. False where there was nothing. It deletes the codes first and
 * ends the grants after that. So a code that is exchanged at the same time is refused, or its grant is among those that end.
 */
export async function disconnectClient(
  tx: Database,
  { now, ...connection }: ConnectionKey & { readonly now: UnixSeconds },
): Promise<boolean> {
  if (!(await deleteConnection(tx, connection))) return false
  await deleteUnspentCodes(tx, connection)
  await endClientGrants(tx, { ...connection, cause: 'disconnected', now })
  return true
}

/**
 * Deletes what this room has about a person whose account is closed. Grants and tokens have nothing about a person; the
 * security version has ended them, and they are deleted when they expire.
 */
export async function eraseAccess(tx: Database, citizenId: string): Promise<void> {
  await deleteSessionsOfCitizen(tx, citizenId)
  await deleteConnectionsOfCitizen(tx, citizenId)
}
