import type { Random } from '../../platform/index.ts'
import type { Database, Durability } from './database.ts'

/**
 * For throttles, leases and the times of checks. Visitors cause many of them, and after a power failure a program works
 * without the last ones.
 */
export const QUICK: Durability = 'may-be-lost-in-a-power-failure'

/** What the statements of the store are handed. */
export interface StoreNeeds<Tx> {
  readonly db: Database<Tx>
  readonly random: Pick<Random, 'uuid'>
}

/** The same inside a transaction. */
export interface Step<Tx> extends StoreNeeds<Tx> {
  readonly tx: Tx
}
