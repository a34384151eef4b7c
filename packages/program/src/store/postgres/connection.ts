/** One row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>

/** What this store needs of a client that `pg` lends. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
  release(error?: boolean | Error): void
}

/** What this store needs of a `pg` pool. */
export interface PgPoolLike {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
  connect(): Promise<PgClientLike>
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

/** Statements over a `pg` pool. */
export function pgConnection(pool: PgPoolLike): Connection<PgClientLike> {
  return {
    async query(text, values = [], tx) {
      return (await (tx ?? pool).query(text, values.length > 0 ? [...values] : undefined)).rows
    },
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        await rollBack(client)
        throw error
      }
    },
  }
}

async function rollBack(client: PgClientLike): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}

/** Statements over a postgres.js client. */
export function postgresJsConnection(sql: PostgresJsLike): Connection<PostgresJsTransaction> {
  return {
    async query(text, values = [], tx) {
      // postgres.js types its parameters by generic inference over its own serializable types; ours all are.
      return [...(await (tx ?? sql).unsafe(text, values as never[]))]
    },
    async transaction<T>(work: (tx: PostgresJsTransaction) => Promise<T>) {
      const outcome: { value?: T } = {}
      await sql.begin(async (tx) => {
        outcome.value = await work(tx)
      })
      return outcome.value as T
    },
  }
}
