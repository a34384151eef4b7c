import type { SsoStore } from '../index.ts'
import { withPrefix } from '../store-owner.ts'
import type { SqliteDatabase } from './open-database.ts'
import type { SqliteTransaction } from './transaction.ts'

/** The two sides of a store whose tables have names of their own. */
export interface TableNames {
  /** The database for the statements of the store: their `sso_` becomes the prefix. */
  inside(database: SqliteDatabase): SqliteDatabase
  /** The store for its program, whose accounts get the transaction as it is: no name in their statements is changed. */
  outside(store: SsoStore<SqliteTransaction>): SsoStore<SqliteTransaction>
}

/** Makes both sides. */
export function tableNames(prefix: string): TableNames {
  const asTheyAre = new WeakMap<SqliteTransaction, SqliteTransaction>()
  const named = (tx: SqliteTransaction): SqliteTransaction => {
    const own: SqliteTransaction = { query: (text, values) => tx.query(withPrefix(text, prefix), values) }
    asTheyAre.set(own, tx)
    return own
  }
  const namedOrNone = (tx: SqliteTransaction | undefined) => tx && named(tx)
  return {
    inside: (database) => ({
      ...database,
      query: (text, values) => database.query(withPrefix(text, prefix), values),
      transaction: (work, durability) => database.transaction((tx) => work(named(tx)), durability),
    }),
    outside: (store) => ({
      ...store,
      consumeHandoff: (claim, commit) =>
        store.consumeHandoff(claim, (handoff, tx) => commit(handoff, asTheyAre.get(tx) ?? tx)),
      findIdentity: (issuer, subject, tx) => store.findIdentity(issuer, subject, namedOrNone(tx)),
      findIdentityByAccount: (accountId, tx) => store.findIdentityByAccount(accountId, namedOrNone(tx)),
      insertIdentity: (row, tx) => store.insertIdentity(row, named(tx)),
      removeIdentity: (row, tx) => store.removeIdentity(row, named(tx)),
      findSession: (sessionId, tx) => store.findSession(sessionId, namedOrNone(tx)),
    }),
  }
}
