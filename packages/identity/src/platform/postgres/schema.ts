import type { Migration } from './migration.ts'
import type { Tables } from './table.ts'

/** What all rooms together say about the database. */
export interface Schema {
  readonly tables: Tables
  /** In the order of their numbers. */
  readonly migrations: readonly Migration[]
}
