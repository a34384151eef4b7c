/**
 * The store in the program's own PostgreSQL, in a schema of its own (`sso`). It uses a `pg` pool or a postgres.js
 * client of the program, and imports no driver. `starterAccounts` adds a table of citizens for programs without
 * accounts.
 */

export type { StarterCitizen } from '../starter-citizen.ts'
export type {
  NamedStatement,
  PgClientLike,
  PgPoolLike,
  PgResult,
  PgStatement,
  PostgresJsLike,
  PostgresJsTransaction,
} from './connection.ts'
export { loadBySelect } from './load-by-select.ts'
export { type PostgresStoreOptions, postgresStore } from './postgres-store.ts'
export { starterAccounts } from './starter-accounts.ts'
export type { ParsersOfStatement } from './wire-values.ts'
