/**
 * The store in the program's own PostgreSQL, in its own schema (`sso`), over a `pg` pool or a postgres.js client of
 * the program. It also has a citizens table for programs without accounts. No driver is imported.
 */

export type { PgClientLike, PgPoolLike, PostgresJsLike, PostgresJsTransaction } from './connection.ts'
export { loadBySelect } from './load-by-select.ts'
export { postgresStore } from './postgres-store.ts'
export { type StarterCitizen, starterAccounts } from './starter-accounts.ts'
