import type { Random } from '../../platform/index.ts'
import type { Connection, Tx } from './connection.ts'

/** What the statements of the store are handed. */
export interface StoreNeeds {
  readonly db: Connection
  readonly random: Pick<Random, 'uuid'>
}

/** The same inside a transaction. */
export interface Step extends StoreNeeds {
  readonly tx: Tx
}
