/** One row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>

/** What this store needs of a client that `pg` lends. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
  release(error?: boolean | Error): void
  on?(event: 'error', listener: () => void): unknown
  off?(event: 'error', listener: () => void): unknown
}

/** What this store needs of a `pg` pool. */
export interface PgPoolLike {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
  connect(): Promise<PgClientLike>
  on?(event: 'error', listener: () => void): unknown
}

/** What this store needs of an open postgres.js transaction. */
export interface PostgresJsTransaction {
  unsafe(text: string, values?: never[]): PromiseLike<Iterable<Row>>
}

/** What this store needs of a postgres.js client. */
export interface PostgresJsLike extends PostgresJsTransaction {
  begin<T>(work: (tx: PostgresJsTransaction) => Promise<T>): Promise<unknown>
}

/** Either driver, as the statements see it. */
export interface Connection<Tx> {
  query(text: string, values?: readonly unknown[], tx?: Tx): Promise<readonly Row[]>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Statements over a `pg` pool. `pg` tells of a connection that the server has ended by an event which, unheard, ends the
 * whole process: so it is heard, both while a connection is idle and between two statements of a transaction. The next
 * statement fails, or gets a fresh connection.
 */
export function pgConnection(pool: PgPoolLike): Connection<PgClientLike> {
  pool.on?.('error', heard)
  return {
    async query(text, values = [], tx) {
      return (await (tx ?? pool).query(text, values.length > 0 ? [...values] : undefined)).rows
    },
    async transaction(work) {
      const client = await pool.connect()
      client.on?.('error', heard)
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        giveBack(client)
        return result
      } catch (error) {
        await rollBack(client)
        throw error
      }
    },
  }
}

function heard(): void {}

async function rollBack(client: PgClientLike): Promise<void> {
  try {
    await client.query('rollback')
    giveBack(client)
  } catch {
    // Thrown away, and heard to the end.
    client.release(true)
  }
}

function giveBack(client: PgClientLike): void {
  client.off?.('error', heard)
  client.release()
}

/**
 * Statements over a postgres.js client. When a connection is lost amid a transaction, postgres.js fails the transaction by
 * itself; but work that is told so, or ends, makes it send a last `rollback` or `commit` to the connection that is gone,
 * and that, outside of every promise, ends the process. So such work is left waiting.
 */
export function postgresJsConnection(sql: PostgresJsLike): Connection<PostgresJsTransaction> {
  return {
    async query(text, values = [], tx) {
      // postgres.js types its parameters by generic inference over its own serializable types; ours all are.
      return [...(await (tx ?? sql).unsafe(text, values as never[]))]
    },
    async transaction<T>(work: (tx: PostgresJsTransaction) => Promise<T>) {
      const outcome: { value?: T; isLost?: boolean } = {}
      const whole = sql.begin(async (tx) => {
        const working = work(guarded(tx, () => outcome.isLost === true))
        await working.catch(() => undefined)
        if (outcome.isLost) await forEver()
        outcome.value = await working
      })
      whole.catch(() => {
        outcome.isLost = true
      })
      await whole
      return outcome.value as T
    },
  }
}

function guarded(tx: PostgresJsTransaction, isLost: () => boolean): PostgresJsTransaction {
  return {
    unsafe: (text, values) =>
      isLost() ? forEver() : Promise.resolve(tx.unsafe(text, values)).catch(leaveWaiting),
  }
}

/** A connection that was there is gone. */
const LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** The server’s last word on a connection, which it closes then: what PostgreSQL calls FATAL and PANIC. */
const LAST_WORDS = new Set(['FATAL', 'PANIC'])

function leaveWaiting(error: unknown): Promise<never> {
  const { code, severity } = Object(error) as { readonly code?: string; readonly severity?: string }
  return LOST.has(code ?? '') || LAST_WORDS.has(severity ?? '') ? forEver() : Promise.reject(error)
}

function forEver(): Promise<never> {
  return new Promise(() => undefined)
}
