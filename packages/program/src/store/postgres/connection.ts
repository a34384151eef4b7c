import type { Row } from '../rows.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { fieldOf, isFatal } from './error-fields.ts'
import { type RunStatement, runnerOf } from './postgres-js-rows.ts'
import { preparedStatements } from './prepared-statements.ts'
import { OWN_PARSERS, type ParsersOfStatement } from './wire-values.ts'

export type { Row } from '../rows.ts'

/** The rows of a statement, and how many it read or changed. */
export interface PgResult {
  readonly rows: Row[]
  readonly rowCount: number | null
}

/** A statement that `pg` prepares once per connection, under its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  readonly types?: ParsersOfStatement
}

/** The same without a name. */
export type PgStatement = Omit<NamedStatement, 'name'>

/** The common part of `pg` pools and clients. */
interface PgQueryable {
  query(statement: string | NamedStatement | PgStatement, values?: unknown[]): Promise<PgResult>
}

/** The part of a `pg` client that this store uses. */
export interface PgClientLike extends PgQueryable {
  release(error?: boolean | Error): void
  /** The process id that the server reported. Some versions of the driver do not have it. */
  readonly processID?: number | null
  on?(event: 'error', listener: () => void): unknown
  off?(event: 'error', listener: () => void): unknown
}

/** The part of a `pg` pool that this store uses. */
export interface PgPoolLike extends PgQueryable {
  connect(): Promise<PgClientLike>
  on?(event: 'error', listener: () => void): unknown
  /** The options of a `pg` pool. The store adds a check of each new connection. */
  readonly options?: object
}

/** The part of an open postgres.js transaction that this store uses. */
export interface PostgresJsTransaction {
  unsafe(text: string, values?: unknown[], options?: { prepare?: boolean }): PromiseLike<Iterable<Row>>
}

/** The part of a postgres.js client that this store uses. */
export interface PostgresJsLike extends PostgresJsTransaction {
  begin<T>(work: (tx: PostgresJsTransaction) => Promise<T>): Promise<unknown>
}

/** Options for the statements of a connection. */
export interface StatementOptions {
  /** Whether statements are prepared. Without a value, the store finds out. */
  readonly preparedStatements?: boolean | undefined
}

/** Statements and transactions, over either driver. */
export interface Connection<Tx> {
  /** The program's pool or client. */
  readonly client: object
  query(text: string, values?: readonly unknown[], tx?: Tx): Promise<readonly Row[]>
  /** The same with the parsers of the program, for a statement that also reads the program's own columns. */
  queryForProgram(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Statements over a `pg` pool. When the server ends a connection, `pg` emits an `error` event. Without a listener, that
 * event ends the process. So there is a listener on idle connections, and another one during a transaction. The next
 * statement fails or gets a new connection.
 */
export function pgConnection(pool: PgPoolLike, options: StatementOptions): Connection<PgClientLike> {
  listenOnce(pool)
  const prepared = preparedStatements(options.preparedStatements, () => isPgDirect(pool))
  const send = async (statement: PgStatement, tx?: PgClientLike) => {
    const queryable = tx ?? pool
    const plain = async () => (await queryable.query(statement)).rows
    if (statement.values.length === 0 || !prepared.areOn()) return plain()
    try {
      return (await queryable.query({ name: prepared.nameOf(statement.text), ...statement })).rows
    } catch (error) {
      // In a transaction, no statement works after an error. So the caller must repeat the transaction.
      if (prepared.isAboutPreparing(error) && !tx) return plain()
      throw error
    }
  }
  return {
    client: pool,
    query: (text, values = [], tx) => send({ text, values: values.map(pgParameter), types: OWN_PARSERS }, tx),
    queryForProgram: (text, values) => send({ text, values: values.map(pgParameter) }),
    async transaction(work) {
      const client = await pool.connect()
      client.on?.('error', ignoreError)
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        returnClient(client)
        return result
      } catch (error) {
        await rollBack(client)
        throw error
      }
    },
  }
}

/** A `pg` client writes a date in the time zone of the process. */
function pgParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}

const listenedPools = new WeakSet<PgPoolLike>()

/** Adds one listener per pool, even if several stores use it. */
function listenOnce(pool: PgPoolLike): void {
  if (listenedPools.has(pool)) return
  listenedPools.add(pool)
  pool.on?.('error', ignoreError)
}

function ignoreError(): void {}

/**
 * Whether a `pg` connection goes to PostgreSQL directly. Then the backend has the process id that was reported when the
 * connection started (BackendKeyData). A pooler reports a number of its own.
 */
async function isPgDirect(pool: PgPoolLike): Promise<boolean> {
  const client = await pool.connect()
  client.on?.('error', ignoreError)
  try {
    const { rows } = await client.query({ text: BACKEND, values: [], types: OWN_PARSERS })
    returnClient(client)
    return rows[0]?.['pid'] === client.processID
  } catch (error) {
    client.release(true)
    throw error
  }
}

const BACKEND = 'select pg_backend_pid() as pid'

async function rollBack(client: PgClientLike): Promise<void> {
  try {
    await client.query('rollback')
    returnClient(client)
  } catch {
    // The connection is broken. Its listener stays, because it may emit another error.
    client.release(true)
  }
}

function returnClient(client: PgClientLike): void {
  client.off?.('error', ignoreError)
  client.release()
}

/**
 * The most statements, `begin` included, that wait in a postgres.js client. The driver (3.4.9) sends up to 100
 * statements ahead on one connection. If the last one of them is a `begin`, the driver does not reserve the
 * connection. Then the transaction stays open, and later writes on that connection are acknowledged but not committed.
 */
const MAX_PENDING = 64

/**
 * Statements over a postgres.js client. If a connection is lost during a transaction, postgres.js rejects the
 * transaction. When the work then ends or fails, the driver sends `commit` or `rollback` to the lost connection. That
 * throws outside of every promise, and so ends the process. So the promise of such work stays pending.
 */
export function postgresJsConnection(
  sql: PostgresJsLike,
  options: StatementOptions,
): Connection<PostgresJsTransaction> {
  const pipeline = concurrencyLimit(MAX_PENDING)
  const prepared = preparedStatements(options.preparedStatements, () => isPostgresJsDirect(sql))
  const run = runnerOf(sql, sql)
  const runners = new WeakMap<PostgresJsTransaction, RunStatement>()
  const query = async (text: string, values: readonly unknown[] = [], tx?: PostgresJsTransaction) => {
    const how = { prepare: values.length > 0 && prepared.areOn() }
    // The driver refuses `undefined` too, but then still expects a result for it. The statements after it would
    // get the results of others.
    if (values.includes(undefined)) throw new TypeError('A parameter is undefined')
    if (tx) return (runners.get(tx) ?? runnerOf(tx, sql))(text, values, how)
    const release = await pipeline.acquire()
    return run(text, values, how).finally(release)
  }
  return {
    client: sql,
    query,
    queryForProgram: query,
    async transaction<T>(work: (tx: PostgresJsTransaction) => Promise<T>) {
      const outcome: { done?: { readonly value: T }; isLost?: boolean } = {}
      const release = await pipeline.acquire()
      const whole = sql.begin(async (tx) => {
        release()
        const isLost = () => outcome.isLost === true
        const own = guarded(tx, isLost)
        runners.set(own, unlessLost(runnerOf(tx, sql), isLost))
        const working = work(own)
        await working.catch(() => undefined)
        if (outcome.isLost) await never()
        outcome.done = { value: await working }
      })
      whole.catch(() => {
        outcome.isLost = true
        release()
      })
      await whole
      if (!outcome.done) throw new Error('The driver ended a transaction before its work was done')
      return outcome.done.value
    },
  }
}

/** The same for postgres.js. Its results contain the process id that the connection reported. */
async function isPostgresJsDirect(sql: PostgresJsLike): Promise<boolean> {
  const result: Iterable<Row> & { readonly state?: { readonly pid?: number } } = await sql.unsafe(BACKEND)
  const [row] = [...result]
  return row !== undefined && Number(Object.values(row)[0]) === result.state?.pid
}

function guarded(tx: PostgresJsTransaction, isLost: () => boolean): PostgresJsTransaction {
  return {
    unsafe: (text, values, options) =>
      isLost() ? never() : Promise.resolve(tx.unsafe(text, values, options)).catch(rejectUnlessLost),
  }
}

function unlessLost(run: RunStatement, isLost: () => boolean): RunStatement {
  return (...statement) => (isLost() ? never() : run(...statement).catch(rejectUnlessLost))
}

/** The error codes of a lost connection. */
const LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

function rejectUnlessLost(error: unknown): Promise<never> {
  return LOST.has(fieldOf(error, 'code')) || isFatal(error) ? never() : Promise.reject(error)
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
