import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteUnspentCodes } from './code-store.ts'
import type { GrantEndCause } from './grant.ts'
import { endClientGrants } from './grant-store.ts'

/**
 * Ends everything that a program was given for a citizen, in the caller's transaction: first the codes on their way to
 * it, then the grants, so that a code that is exchanged at this moment is either refused or its grant is among them.
 */
export async function endGrantsOfClient(
  tx: Database,
  ending: {
    readonly citizenId: string
    readonly clientId: string
    readonly cause: GrantEndCause
    readonly now: UnixSeconds
  },
): Promise<void> {
  await deleteUnspentCodes(tx, ending)
  await endClientGrants(tx, ending, ending.cause, ending.now)
}
