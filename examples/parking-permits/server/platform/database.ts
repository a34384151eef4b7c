import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** The pool, or an open transaction. */
export interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: Readonly<Record<string, unknown>>[] }>
}

/**
 * Runs a statement. `Shape` declares its columns. A check compares it with PostgreSQL's description of the statement.
 */
export async function rowsOf<Shape>(db: Database, text: string, values: unknown[]): Promise<Shape[]> {
  return (await db.query(text, values)).rows as Shape[]
}

/** Opens a pool. It connects at the first statement, which fails after a short time if the database does not answer. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    ...{ max: 10, connectionTimeoutMillis: 2_500, query_timeout: 5_000, application_name: 'parking-permits' },
  })
  // The next statement replaces an idle connection that the server has ended.
  pool.on('error', () => undefined)
  return pool
}

/** Makes the tables, unless they exist. Several processes may do it at the same time. */
export async function createSchema(pool: pg.Pool): Promise<void> {
  const schema = await readFile(new URL('schema.sql', import.meta.url), 'utf8')
  const lock = `select pg_advisory_xact_lock(hashtext('parking permits'))`
  // Several statements in one query are one transaction.
  await pool.query(`${lock};\n${schema}`)
}

/** Errors without a connection: stopped, full, refused or missing (SQLSTATE classes 08, 28, 3D, 53, 55, 57P). */
const UNREACHABLE = /^(08|28|3D|53|55000|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/
const NO_ANSWER = /connection terminated|timeout exceeded|query read timeout|timeout expired/i

/** Whether a statement failed because the database cannot be reached now. Then a retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return UNREACHABLE.test(code) || NO_ANSWER.test(error.message)
}
