import type postgres from 'postgres'
import type { SqlClient } from './address.ts'
import type { Database } from './database.ts'
import { isLostConnection } from './outage.ts'
import type { Serializable } from './values.ts'

type Sql = postgres.ISql<{ bigint: number }>

/**
 * Runs work in a transaction. When the connection is lost on the way, the transaction fails at once, and the work is left
 * where it waits: were it told, or heard when it ends, the driver would send a last `rollback` or `commit` to a
 * connection that is gone, and that, outside of every promise, ends the process.
 */
async function runOnce<Value>(sql: SqlClient, work: (tx: Database) => Promise<Value>): Promise<Value> {
  let isLost = false
  const whole = sql.begin((tx) => unlessLost(work(inTransaction(tx, () => isLost)), () => isLost))
  whole.catch(() => {
    isLost = true
  })
  return (await whole) as Value
}

/**
 * How often a transaction is begun at most. One that begins anew may take the first row of the circle again before those
 * that wait for it have woken up, and close the circle once more.
 */
const MOST_RUNS = 3

/**
 * Runs work in a transaction, and anew where PostgreSQL chose it to break a circle of transactions that waited for each
 * other: then nothing of it was done.
 */
export async function runTransaction<Value>(
  sql: SqlClient,
  work: (tx: Database) => Promise<Value>,
  runs = MOST_RUNS,
): Promise<Value> {
  try {
    return await runOnce(sql, work)
  } catch (error) {
    if (runs === 1 || !isDeadlock(error)) throw error
    return runTransaction(sql, work, runs - 1)
  }
}

/** SQLSTATE deadlock_detected. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/** What came of the work, good or bad; nothing, for ever, where nobody can be told any more. */
async function unlessLost<Value>(work: Promise<Value>, isLost: () => boolean): Promise<Value> {
  await work.catch(() => undefined)
  return isLost() ? forEver() : work
}

/** An open transaction, as stores see the database. */
export function inTransaction(tx: Sql, isLost = () => false): Database {
  const open: Database = {
    query: <Row>(statement: TemplateStringsArray, ...values: readonly Serializable[]) =>
      isLost() ? forEver<Row[]>() : runStatement<Row>(tx, statement, values).catch(leaveWaiting<Row[]>),
    transaction: (work) => work(open),
  }
  return open
}

/** Whoever waits for the whole transaction is told by the driver that its connection is lost. */
function leaveWaiting<Answer>(error: unknown): Promise<Answer> {
  return isLostConnection(error) ? forEver() : Promise.reject(error)
}

function forEver<Answer>(): Promise<Answer> {
  return new Promise(() => undefined)
}

/** How a text runs just as a tagged template does. */
const AS_PREPARED = { prepare: true, simple: false }

const texts = new WeakMap<TemplateStringsArray, string>()

/** A statement with its parameters by number, put together once: the driver would do it each time, and keep each text. */
function textOf(statement: TemplateStringsArray): string {
  const known = texts.get(statement)
  if (known !== undefined) return known
  const text = statement.reduce((before, part, number) => `${before}$${number}${part}`)
  texts.set(statement, text)
  return text
}

/**
 * Runs one statement and hands on its rows, which are gathered here. The driver's own promise (postgres 3.4.9) carries two
 * functions that V8 puts among the old objects from the start; whatever they lead to, and an answer that the driver gathers
 * is the larger part of it, outlives one collection of garbage after the other, long after it was read.
 *
 * A value that is not there is refused here. The driver refuses it, too, but among the statements that wait on a
 * connection it leaves a place for it, and each after it is given the answer of the next.
 */
export function runStatement<Row>(
  sql: Sql,
  statement: TemplateStringsArray,
  values: readonly Serializable[],
): Promise<Row[]> {
  if (values.includes(undefined as never)) return Promise.reject(new TypeError('A parameter is undefined'))
  let rows: Row[] = []
  return sql
    .unsafe(textOf(statement), values as postgres.ParameterOrJSON<number>[], AS_PREPARED)
    .forEach((row) => void rows.push(row as Row))
    .then(() => {
      // The driver keeps the function above; it shall not keep these.
      const all = rows
      rows = []
      return all
    })
}
