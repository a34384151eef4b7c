import { Unavailable } from '../unavailable.ts'
import type { Serializable } from './values.ts'

/**
 * Where the rows of citizens are: on one server, or by `citizen_id` on several (Citus). A statement for `distributed`
 * names one citizen as a parameter, so that one of the servers answers it.
 */
export type Layout = 'one-server' | 'distributed'

/**
 * The database, or an open transaction on it. Stores use both in the same way.
 * Statements are tagged templates, and every hole becomes a parameter of a prepared statement.
 */
export interface Database {
  /** Runs one statement. The caller declares the type of its rows. */
  query<Row>(statement: TemplateStringsArray, ...values: readonly Serializable[]): Promise<Row[]>
  /** Runs `work` in a transaction. It commits when `work` returns, and rolls back when `work` throws. */
  transaction<Value>(work: (tx: Database) => Promise<Value>): Promise<Value>
  /** Where the rows are. The first call may connect. */
  layout(): Promise<Layout>
}

/** A database for what many requests ask at the same time about a citizen each. */
export interface HotDatabase extends Database {
  /** The same database, by way of the server that has the rows of this citizen, where this process reaches it. */
  near(citizenId: string): Promise<Database>
  /**
   * The part with this citizen itself, to be asked by a statement about whole tables: one object for all citizens of the part. Undefined on
   * one server, and where it cannot be asked now. It throws PartAway where it cannot be asked after all.
   */
  part(citizenId: string): Promise<Database | undefined>
}

/** The database did not answer in time or cannot be reached. */
export class DatabaseUnavailable extends Unavailable {
  override readonly name = 'DatabaseUnavailable'
}

/** A connection could not be opened, for whichever reason. Nothing was sent. */
export class NotConnected extends DatabaseUnavailable {}

/** The row of a statement that returns one row or none. */
export async function firstRow<Row>(rows: Promise<Row[]>): Promise<Row | undefined> {
  return (await rows)[0]
}

/** Whether a statement returns any row. */
export async function anyRow(rows: Promise<unknown[]>): Promise<boolean> {
  return (await rows).length > 0
}

/** How many rows a statement returns. */
export async function countRows(rows: Promise<unknown[]>): Promise<number> {
  return (await rows).length
}
