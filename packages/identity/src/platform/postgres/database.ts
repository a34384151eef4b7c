import type { Serializable } from './values.ts'

/**
 * The database, or an open transaction on it: stores cannot tell, and need not.
 * Statements are tagged templates; every hole becomes a parameter of a prepared statement.
 */
export interface Database {
  /** Runs one statement; rows come back typed as the caller says its columns are. */
  query<Row>(statement: TemplateStringsArray, ...values: readonly Serializable[]): Promise<Row[]>
  /** Runs `work` in a transaction: what it returns commits, what it throws rolls back. */
  transaction<Value>(work: (tx: Database) => Promise<Value>): Promise<Value>
}

/** The database did not answer in time or cannot be reached: the request is answered 503 and may be tried again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The first row, where a statement gives one row or none. */
export async function firstRow<Row>(rows: Promise<Row[]>): Promise<Row | undefined> {
  return (await rows)[0]
}

/** Whether a statement gives any row. */
export async function anyRow(rows: Promise<unknown[]>): Promise<boolean> {
  return (await rows).length > 0
}

/** How many rows a statement gives. */
export async function countRows(rows: Promise<unknown[]>): Promise<number> {
  return (await rows).length
}
