/**
 * The store in a database file of the program, over `node:sqlite`, for a small program on one machine. It imports no
 * driver: a Node without `node:sqlite` loads this module, and `openDatabase` says what is missing.
 */
export type { Row as SqliteRow } from '../rows.ts'
export type { StarterCitizen } from '../starter-citizen.ts'
export type { SqliteDurability, SqliteValue } from './connection.ts'
export type { StoredValue } from './node-sqlite.ts'
export { openDatabase, type SqliteDatabase, type SqliteOptions } from './open-database.ts'
export { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts'
export { SqliteUnavailable, type SqliteUnavailableReason } from './sqlite-unavailable.ts'
export { starterAccounts } from './starter-accounts.ts'
export type { SqliteTransaction } from './transaction.ts'
