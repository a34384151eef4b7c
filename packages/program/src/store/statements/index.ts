/**
 * The statements of the store, each written once for every database that has no statement which writes and returns rows.
 * `database.ts` says what such a database must do, and what the common text is.
 */
import type { SsoStore } from '../index.ts'
import { centralStatements } from './central.ts'
import { forgetAccount } from './forget-account.ts'
import { handoffStatements } from './handoffs.ts'
import { housekeepingStatements } from './housekeeping.ts'
import { identityStatements } from './identities.ts'
import { pendingStatements } from './pending.ts'
import { purge } from './purge.ts'
import { revocationStatements } from './revocations.ts'
import { sessionStatements } from './sessions.ts'
import type { StoreNeeds } from './store-needs.ts'
import { ticketStatements } from './tickets.ts'

export type { Database, Durability, StoreValue } from './database.ts'
export { deletePending } from './forget-account.ts'
export { addAccess, readSession, SESSION_COLUMNS } from './one-session.ts'
export { starterAccountsOver, updateAccount } from './starter-accounts.ts'

/** Every step of the store but those of its schema. A database may do some of them in fewer statements of its own. */
export function storeStatements<Tx>(
  needs: StoreNeeds<Tx>,
): Omit<SsoStore<Tx>, 'name' | 'migrate' | 'version' | 'now'> {
  return {
    ...pendingStatements(needs),
    ...handoffStatements(needs),
    ...identityStatements(needs),
    forgetAccount: (accountId, now) => forgetAccount(needs, accountId, now),
    ...sessionStatements(needs),
    ...ticketStatements(needs),
    ...centralStatements(needs),
    ...revocationStatements(needs),
    ...housekeepingStatements(needs),
    purge: (now, limit) => purge(needs, { now, limit }),
    // The program opened the pool or the file, and closes it.
    close: async () => undefined,
  }
}
