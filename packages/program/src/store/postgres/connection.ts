import { concurrencyLimit } from './concurrency-limit.ts'
import { fieldOf } from './error-fields.ts'
import { preparedStatements } from './prepared-statements.ts'

/** One row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>

interface PgAnswer {
  readonly rows: Row[]
  readonly rowCount: number | null
}

/** A statement that `pg` prepares once on each connection, under its name. */
interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** What `pg` pools and clients have in common. */
interface PgQueryable {
  query(statement: string | NamedStatement, values?: unknown[]): Promise<PgAnswer>
}

/** What this store needs of a client that `pg` lends. */
export interface PgClientLike extends PgQueryable {
  release(error?: boolean | Error): void
  /** Which process of PostgreSQL the server said that it is; not every build of the driver tells. */
  readonly processID?: number | null
  on?(event: 'error', listener: () => void): unknown
  off?(event: 'error', listener: () => void): unknown
}

/** What this store needs of a `pg` pool. */
export interface PgPoolLike extends PgQueryable {
  connect(): Promise<PgClientLike>
  on?(event: 'error', listener: () => void): unknown
}

/** What this store needs of an open postgres.js transaction. */
export interface PostgresJsTransaction {
  unsafe(text: string, values?: unknown[], options?: { prepare?: boolean }): PromiseLike<Iterable<Row>>
}

/** What this store needs of a postgres.js client. */
export interface PostgresJsLike extends PostgresJsTransaction {
  begin<T>(work: (tx: PostgresJsTransaction) => Promise<T>): Promise<unknown>
}

/** How statements are sent. */
export interface StatementOptions {
  /** Whether PostgreSQL keeps the plan of each for the connection; found out where it is left open. */
  readonly preparedStatements?: boolean | undefined
}

/** Either driver, as the statements see it. */
export interface Connection<Tx> {
  /** The program's own pool or client. */
  readonly client: object
  query(text: string, values?: readonly unknown[], tx?: Tx): Promise<readonly Row[]>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Statements over a `pg` pool. `pg` tells of a connection that the server has ended by an event which, unheard, ends the
 * whole process: so it is heard, both while a connection is idle and between two statements of a transaction. The next
 * statement fails, or gets a fresh connection.
 */
export function pgConnection(pool: PgPoolLike, options: StatementOptions): Connection<PgClientLike> {
  listenOnce(pool)
  const prepared = preparedStatements(options.preparedStatements, () => isPgDirect(pool))
  return {
    client: pool,
    async query(text, values = [], tx) {
      const asker = tx ?? pool
      if (values.length === 0) return (await asker.query(text)).rows
      const plain = async () => (await asker.query(text, [...values])).rows
      if (!prepared.areOn()) return plain()
      try {
        return (await asker.query({ name: prepared.nameOf(text), text, values: [...values] })).rows
      } catch (error) {
        // A transaction that has met an error is over, and its caller's to repeat.
        if (prepared.isAboutPreparing(error) && !tx) return plain()
        throw error
      }
    },
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

const listenedPools = new WeakSet<PgPoolLike>()

/** One listener for a pool, however many stores are made over it. */
function listenOnce(pool: PgPoolLike): void {
  if (listenedPools.has(pool)) return
  listenedPools.add(pool)
  pool.on?.('error', ignoreError)
}

function ignoreError(): void {}

/**
 * Whether a `pg` connection ends at PostgreSQL itself: the backend that answers is the one whose process was named when
 * the connection began (BackendKeyData). A pooler names a number of its own there.
 */
async function isPgDirect(pool: PgPoolLike): Promise<boolean> {
  const client = await pool.connect()
  client.on?.('error', ignoreError)
  try {
    const { rows } = await client.query(BACKEND)
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
    // Thrown away, and heard to the end.
    client.release(true)
  }
}

function returnClient(client: PgClientLike): void {
  client.off?.('error', ignoreError)
  client.release()
}

/**
 * Statements and beginnings of transactions that wait over a postgres.js client at most. It sends up to 100 ahead over one
 * connection, and a `begin` that is the one to fill it, it (3.4.9) forgets to keep the connection for: the transaction
 * stays open there, and whatever is written over that connection later is acknowledged and never committed.
 */
const MAX_PENDING = 64

/**
 * Statements over a postgres.js client. When a connection is lost amid a transaction, postgres.js fails the transaction by
 * itself; but work that is told so, or ends, makes it send a last `rollback` or `commit` to the connection that is gone,
 * and that, outside of every promise, ends the process. So such work is left waiting.
 */
export function postgresJsConnection(
  sql: PostgresJsLike,
  options: StatementOptions,
): Connection<PostgresJsTransaction> {
  const pipeline = concurrencyLimit(MAX_PENDING)
  const prepared = preparedStatements(options.preparedStatements, () => isPostgresJsDirect(sql))
  return {
    client: sql,
    async query(text, values = [], tx) {
      const how = { prepare: values.length > 0 && prepared.areOn() }
      const run = async (db: PostgresJsTransaction) => [...(await db.unsafe(text, [...values], how))]
      // The driver refuses it, too, but leaves it a place in its pipeline: those behind would get each other's answers.
      if (values.includes(undefined)) throw new TypeError('A parameter is undefined')
      if (tx) return run(tx)
      const release = await pipeline.acquire()
      return run(sql).finally(release)
    },
    async transaction<T>(work: (tx: PostgresJsTransaction) => Promise<T>) {
      const outcome: { done?: { readonly value: T }; isLost?: boolean } = {}
      const release = await pipeline.acquire()
      const whole = sql.begin(async (tx) => {
        release()
        const working = work(guarded(tx, () => outcome.isLost === true))
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

/** The same for postgres.js, whose results name the connection's process as the server did. */
async function isPostgresJsDirect(sql: PostgresJsLike): Promise<boolean> {
  const result: Iterable<Row> & { readonly state?: { readonly pid?: number } } = await sql.unsafe(BACKEND)
  const [row] = [...result]
  return row?.['pid'] === result.state?.pid
}

function guarded(tx: PostgresJsTransaction, isLost: () => boolean): PostgresJsTransaction {
  return {
    unsafe: (text, values, options) =>
      isLost() ? never() : Promise.resolve(tx.unsafe(text, values, options)).catch(rejectUnlessLost),
  }
}

/** A connection that was there is gone. */
const LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** The server’s last word on a connection, which it closes then: what PostgreSQL calls FATAL and PANIC. */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC'])

function rejectUnlessLost(error: unknown): Promise<never> {
  const isLost = LOST.has(fieldOf(error, 'code')) || FATAL_SEVERITIES.has(fieldOf(error, 'severity'))
  return isLost ? never() : Promise.reject(error)
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
