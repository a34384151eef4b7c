/**
 * The store in the program's own PostgreSQL, in a schema of its own (`sso`), over a `pg` pool or a postgres.js client
 * that the program already has; and a citizens table for programs that have no users yet. Neither driver is imported.
 */

export type { PgClientLike, PgPoolLike, PostgresJsLike, PostgresJsTransaction } from './connection.ts'
export { loadBySelect } from './load-by-select.ts'
export { postgresStore } from './postgres-store.ts'
export { type StarterCitizen, starterAccounts } from './starter-accounts.ts'
