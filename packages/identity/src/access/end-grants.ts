import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteUnspentCodes } from './statements/issue-code.ts'
import { endClientGrants, endSessionGrants } from './statements/end-grants.ts'

/**
 * Ends everything that a program was given for a citizen, in the transaction that took the connection back: first the
 * codes on their way to it, then the grants, so that a code that is exchanged at this moment is either refused or its
 * grant is among them.
 */
export async function endGrantsOfClient(
  tx: Database,
  ending: { readonly citizenId: string; readonly clientId: string; readonly now: UnixSeconds },
): Promise<void> {
  await deleteUnspentCodes(tx, ending)
  await endClientGrants(tx, { ...ending, cause: 'disconnected' })
}

/**
 * Ends every grant that these sessions of a citizen gave, in the transaction that ended them. Their codes need no end of
 * their own: whoever exchanges one holds its session, and finds it ended.
 */
export async function endGrantsOfSessions(
  tx: Database,
  ending: { readonly citizenId: string; readonly sessionIds: readonly string[]; readonly now: UnixSeconds },
): Promise<void> {
  if (ending.sessionIds.length > 0) await endSessionGrants(tx, { ...ending, cause: 'session-ended' })
}
