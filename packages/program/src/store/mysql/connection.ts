import { setTimeout as wait } from 'node:timers/promises'
import { type Random, systemRandom } from '../../platform/index.ts'
import type { Database, StoreValue } from '../statements/index.ts'
import { withPrefix } from '../store-owner.ts'
import type { MysqlConnectionLike, MysqlPoolLike, MysqlStatement } from './driver.ts'
import { statementText } from './flavour.ts'
import { decodedRows, encoded, writtenRows } from './row-coding.ts'
import { isDuplicate, isRolledBack } from './server-errors.ts'

/** An open transaction: the program's own connection, which its accounts get, too. */
export type Tx = MysqlConnectionLike

/** Statements and transactions. What the server ended as a deadlock is repeated. */
export type Connection = Database<Tx>

/**
 * The most attempts of a transaction. Each deadlock lets at least one of its transactions go on. The pauses before the next attempt are
 * of chance: with equal ones, all that lost together would come back together, and lose again.
 */
const MAX_ATTEMPTS = 30
const LONGER_EACH_TIME_MILLISECONDS = 10
const LONGEST_PAUSE_MILLISECONDS = 200

/** What a store adds to its statements. */
export interface StatementAdditions {
  /** Stands in for the clock of the server, in tests. */
  readonly clock?: { now(): Date } | undefined
  /** What the names of the tables begin with, in place of `sso_`. */
  readonly prefix?: string
  /** Makes the pauses between attempts. */
  readonly random?: Pick<Random, 'bytes'>
}

/** Statements over a pool. */
export function connectionOf(
  pool: MysqlPoolLike,
  { clock, prefix = 'sso_', random = systemRandom }: StatementAdditions = {},
): Connection {
  const send = async (text: string, values: readonly StoreValue[], tx?: Tx): Promise<unknown> => {
    const time = clock ? String(clock.now().getTime()) : undefined
    const { sql, places, unlessThere } = statementText(withPrefix(text, prefix), values, time)
    const parameters = places.map((place) => encoded(values[place] ?? null))
    const once = async () => (await (tx ?? pool).execute(statement(sql), parameters))[0]
    const sent = tx ? once() : untilNoDeadlock(random, once)
    return unlessThere ? sent.catch(nothingIfThere) : sent
  }
  const query: Connection['query'] = async (text, values = [], tx) =>
    decodedRows(await send(text, values, tx))
  const execute: Connection['execute'] = async (text, values, tx) => writtenRows(await send(text, values, tx))
  const transaction: Connection['transaction'] = (work) =>
    untilNoDeadlock(random, () => inTransaction(pool, work))
  return {
    query,
    execute,
    // No server prepares such a command.
    savepoint: async (command, tx) => void (await tx.query(command)),
    transaction,
    async transactionAfter(add, work) {
      await add()
      return transaction(work)
    },
    inOrder: (work) => work(),
  }
}

function statement(sql: string): MysqlStatement {
  return { sql, rowsAsArray: false, nestTables: false, typeCast: (_field, next) => next() }
}

/** Nothing was written, if a row with the same key exists. */
function nothingIfThere(error: unknown): null {
  if (isDuplicate(error)) return null
  throw error
}

async function untilNoDeadlock<T>(
  random: Pick<Random, 'bytes'>,
  work: () => Promise<T>,
  attempt = 1,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRolledBack(error) || attempt === MAX_ATTEMPTS) throw error
  }
  const longest = Math.min(attempt * LONGER_EACH_TIME_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS)
  const [share = 0] = random.bytes(1)
  await wait((longest * share) / 256)
  return untilNoDeadlock(random, work, attempt + 1)
}

async function inTransaction<T>(pool: MysqlPoolLike, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection()
  // When the server ends the connection, the driver emits an error. Without a listener, it would end the process.
  connection.on('error', ignoreError)
  try {
    await connection.beginTransaction()
    const result = await work(connection)
    await connection.commit()
    giveBack(connection)
    return result
  } catch (error) {
    await rollBack(connection)
    throw error
  }
}

function ignoreError(): void {}

async function rollBack(connection: MysqlConnectionLike): Promise<void> {
  try {
    await connection.rollback()
    giveBack(connection)
  } catch {
    // The connection is broken. Its listener stays, because it may emit another error.
    connection.destroy()
  }
}

function giveBack(connection: MysqlConnectionLike): void {
  connection.off('error', ignoreError)
  connection.release()
}
