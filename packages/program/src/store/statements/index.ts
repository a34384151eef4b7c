/**
 * The statements of the store, each written once. A database that has no statement which writes and returns rows runs all
 * of them, and PostgreSQL the plain ones. `database.ts` says what a database must do, and what the common text is.
 */
import type { SsoStore } from '../index.ts'
import { centralStatements } from './central.ts'
import type { Statements } from './database.ts'
import { forgetAccount } from './forget-account.ts'
import { consumeHandoff, createHandoff } from './handoffs.ts'
import { housekeepingStatements } from './housekeeping.ts'
import { identityStatements } from './identities.ts'
import { consumePending, pendingStatements } from './pending.ts'
import { purge } from './purge.ts'
import { revocationStatements } from './revocations.ts'
import { listSessions, sessionStatements } from './sessions.ts'
import type { StoreNeeds } from './store-needs.ts'
import { ticketStatements } from './tickets.ts'

export type { Database, Durability, Statements, StoreValue } from './database.ts'
export { deletePending } from './forget-account.ts'
export { addAccess, readSession, SESSION_COLUMNS } from './one-session.ts'
export { starterAccountsOver, updateAccount } from './starter-accounts.ts'

type Steps<Tx> = Omit<SsoStore<Tx>, 'name' | 'migrate' | 'version' | 'now'>

type PlainSteps<Tx> = Pick<
  Steps<Tx>,
  | 'createPending'
  | 'settlePending'
  | 'findCallbackResult'
  | 'createHandoff'
  | 'findIdentity'
  | 'findIdentityByAccount'
  | 'insertIdentity'
  | 'removeIdentity'
  | 'listSessions'
  | 'close'
>

/** The steps that every database runs as they are written here. None of them opens a transaction. */
export function plainStatements<Tx>({ db }: { readonly db: Statements<Tx> }): PlainSteps<Tx> {
  return {
    ...pendingStatements(db),
    createHandoff: (handoff) => createHandoff(db, handoff),
    ...identityStatements(db),
    listSessions: (accountId, now) => listSessions(db, accountId, now),
    // The program opened the pool or the file, and closes it.
    close: async () => undefined,
  }
}

/** Every step of the store but those of its schema. */
export function storeStatements<Tx>(needs: StoreNeeds<Tx>): Steps<Tx> {
  return {
    ...plainStatements(needs),
    consumePending: (stateHash, now, by) => consumePending(needs.db, { stateHash, now, by }),
    consumeHandoff: (claim, commit) => consumeHandoff(needs, claim, commit),
    forgetAccount: (accountId, now) => forgetAccount(needs, accountId, now),
    ...sessionStatements(needs),
    ...ticketStatements(needs),
    ...centralStatements(needs),
    ...revocationStatements(needs),
    ...housekeepingStatements(needs),
    purge: (now, limit) => purge(needs, { now, limit }),
  }
}
