/**
 * The store in the program's own MySQL or MariaDB, in tables whose names begin with `sso_`. It uses a `mysql2/promise`
 * pool of the program, and imports no driver. `starterAccounts` adds a table of citizens for programs without accounts.
 */
export type { StarterCitizen } from '../starter-citizen.ts'
export type { MysqlConnectionLike, MysqlPoolLike, MysqlStatement, MysqlValue } from './driver.ts'
export { type MysqlStoreOptions, mysqlStore } from './mysql-store.ts'
export { starterAccounts } from './starter-accounts.ts'
