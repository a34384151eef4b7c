import type { Clock, Random } from '../../platform/index.ts'
import type { SqliteDatabase } from './open-database.ts'

/** What the statements of the store are handed. */
export interface StoreNeeds {
  readonly db: SqliteDatabase
  /** The clock of the machine, which all processes on the file share. */
  readonly clock: Pick<Clock, 'now'>
  readonly random: Pick<Random, 'uuid'>
}
