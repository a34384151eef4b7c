import type { Row } from '../rows.ts'

/** A parameter of a statement. Every database stores an instant as milliseconds since 1970. */
export type StoreValue = string | number | null | Date | Uint8Array

/**
 * Whether a commit is on the disk before its caller gets the result. If it is not, it still survives the end of the
 * process. Only SQLite has the choice for one transaction.
 */
export type Durability = 'on-disk' | 'may-be-lost-in-a-power-failure'

/**
 * A database that runs the statements of this folder. Each of them is written once, and the `flavour.ts` of a database says
 * what its text becomes there. In the common text:
 * - parameters are `$1`, `$2` and so on, and may occur more than once,
 * - `clock_timestamp()` is the time of the database in milliseconds, and `current_timestamp` the same for `created_at` of a citizen,
 * - `for update`, `for update skip locked` and `for share` lock the rows that are read,
 * - an insert may end with `on conflict do nothing`,
 * - the names of tables begin with `sso_`, and `throttle_key` and `throttle_count` are the columns of `sso_throttle`.
 *
 * No statement that writes returns rows, because MySQL does not have that.
 */
export interface Database<Tx> {
  query(text: string, values?: readonly StoreValue[], tx?: Tx): Promise<readonly Row[]>
  /** Runs a statement that writes, in a transaction of its own if none is given. Returns how many rows it wrote. */
  execute(text: string, values: readonly StoreValue[], tx?: Tx): Promise<number>
  /** Sets, releases or goes back to a savepoint. */
  savepoint(command: string, tx: Tx): Promise<void>
  /** Runs work in a transaction. Where the database ends it as a deadlock, the work runs again. */
  transaction<T>(work: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T>
  /**
   * The same, after a step that adds the row which the work needs. MySQL does it before the transaction, in a statement of
   * its own: then no two transactions wait for a gap.
   */
  transactionAfter<T>(
    add: (tx?: Tx) => Promise<void>,
    work: (tx: Tx) => Promise<T>,
    durability?: Durability,
  ): Promise<T>
  /** Runs statements of which one alone decides. They are a transaction only where that costs no round trips. */
  inOrder<T>(work: (tx?: Tx) => Promise<T>): Promise<T>
}

/** The part of it that a statement needs which is the same in every database. PostgreSQL has this part alone. */
export type Statements<Tx> = Pick<Database<Tx>, 'query' | 'execute'>
