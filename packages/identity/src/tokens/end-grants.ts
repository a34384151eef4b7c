import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { GrantEndCause } from './grant.ts'
import { endClientGrants } from './grant-store.ts'

/** Ends everything that a program was given for a citizen, in the caller's transaction. */
export async function endGrantsOfClient(
  tx: Database,
  ending: {
    readonly citizenId: string
    readonly clientId: string
    readonly cause: GrantEndCause
    readonly now: UnixSeconds
  },
): Promise<void> {
  await endClientGrants(tx, ending, ending.cause, ending.now)
}
