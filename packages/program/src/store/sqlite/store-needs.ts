import type { Clock, Random } from '../../platform/index.ts'
import type { SqliteDurability } from './connection.ts'
import type { SqliteDatabase } from './open-database.ts'

/**
 * For throttles, leases and the times of checks. Visitors cause many of them, and after a power failure a program works
 * without the last ones.
 */
export const QUICK: SqliteDurability = 'may-be-lost-in-a-power-failure'

/** What the statements of the store are handed. */
export interface StoreNeeds {
  readonly db: SqliteDatabase
  /** The clock of the machine, which all processes on the file share. */
  readonly clock: Pick<Clock, 'now'>
  readonly random: Pick<Random, 'uuid'>
}
