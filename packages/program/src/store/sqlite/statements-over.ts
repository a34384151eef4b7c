import type { Clock } from '../../platform/index.ts'
import { madeOnce } from '../made-once.ts'
import type { Database, Durability, StoreValue } from '../statements/index.ts'
import { withPrefix } from '../store-owner.ts'
import { type StatementText, statementText } from './flavour.ts'
import type { SqliteDatabase } from './open-database.ts'
import type { SqliteTransaction } from './transaction.ts'

/** What a store adds to its statements. */
interface StatementAdditions {
  /** The clock of the machine, which all processes on the file share. It is read inside a transaction, after any wait. */
  readonly clock: Pick<Clock, 'now'>
  /** What the names of the tables begin with, in place of `sso_`. */
  readonly prefix?: string
}

/** The common statements over a database file. */
export function statementsOver(
  database: SqliteDatabase,
  { clock, prefix = 'sso_' }: StatementAdditions,
): Database<SqliteTransaction> {
  const reading = madeOnce((text, values: number) => statementText(withPrefix(text, prefix), values))
  const writing = madeOnce((text, values: number) =>
    statementText(withPrefix(`${text} returning 1`, prefix), values),
  )
  const send = (
    { sql, hasClock }: StatementText,
    values: readonly StoreValue[],
    on: Pick<SqliteTransaction, 'query'>,
  ) => on.query(sql, hasClock ? [...values, clock.now()] : values)
  const query = (text: string, values: readonly StoreValue[] = [], tx?: SqliteTransaction) =>
    send(reading(text, values.length), values, tx ?? database)
  const transaction = <T>(work: (tx: SqliteTransaction) => Promise<T>, durability?: Durability) =>
    database.transaction(work, durability)
  const write = async (text: string, values: readonly StoreValue[], tx: SqliteTransaction) =>
    (await send(writing(text, values.length), values, tx)).length
  return {
    query,
    execute: (text, values, tx) =>
      tx ? write(text, values, tx) : transaction((own) => write(text, values, own)),
    savepoint: async (command, tx) => void (await tx.query(command)),
    transaction,
    transactionAfter: (add, work, durability) =>
      transaction(async (tx) => {
        await add(tx)
        return work(tx)
      }, durability),
    inOrder: transaction,
  }
}
