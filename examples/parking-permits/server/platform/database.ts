import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Where a statement goes: the pool, or a transaction that somebody else has opened. */
export interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: Readonly<Record<string, unknown>>[] }>
}

/** The rows of a statement; `Shape` says what its columns are called there, and nothing checks that but tests. */
export async function rowsOf<Shape>(db: Database, text: string, values: unknown[]): Promise<Shape[]> {
  return (await db.query(text, values)).rows as Shape[]
}

/** Opens a pool; nothing is connected before the first statement, and none waits for a database that is away. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    ...{ max: 10, connectionTimeoutMillis: 2_500, query_timeout: 5_000, application_name: 'parking-permits' },
  })
  // A connection that the server has ended while it was idle is replaced by the next statement.
  pool.on('error', () => undefined)
  return pool
}

/** Makes the tables unless they are there; several processes may try at once. */
export async function createSchema(pool: pg.Pool): Promise<void> {
  const schema = await readFile(new URL('schema.sql', import.meta.url), 'utf8')
  const lock = `select pg_advisory_xact_lock(hashtext('parking permits'))`
  // Several statements in one query are one transaction.
  await pool.query(`${lock};\n${schema}`)
}

/** No connection, or none to be had: stopped, full, not let in, not there (SQLSTATE classes 08, 28, 3D, 53, 55, 57P). */
const GONE = /^(08|28|3D|53|55000|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/
const SILENT = /connection terminated|timeout exceeded|query read timeout|timeout expired/i

/** Whether a statement failed because the database cannot be reached now, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return GONE.test(code) || SILENT.test(error.message)
}
