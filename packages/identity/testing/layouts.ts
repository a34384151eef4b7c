import type { Database } from '../src/platform/postgres/database.ts'

/** The database, which says that its tables are on several servers: so what runs on Citus runs on one server, too. */
function asDistributed(db: Database): Database {
  return {
    layout: async () => 'distributed',
    query: (statement, ...values) => db.query<never>(statement, ...values),
    transaction: (work) => db.transaction((tx) => work(asDistributed(tx))),
  }
}

/** What a statement is tried with that has a form for each layout. */
export const LAYOUTS: readonly (readonly [name: string, laid: (db: Database) => Database])[] = [
  ['one server', (db) => db],
  ['several servers', asDistributed],
]
