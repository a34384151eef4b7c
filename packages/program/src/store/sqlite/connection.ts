import { closeSync, openSync } from 'node:fs'
import type { Row } from '../rows.ts'
import type { NodeSqlite, OpenFile, Statement, StoredValue } from './node-sqlite.ts'
import { isWriteRefused, SqliteUnavailable } from './sqlite-unavailable.ts'

/** A parameter of a statement. A `Date` is stored as milliseconds since 1970. */
export type SqliteValue = StoredValue | Date

/** How a transaction is committed. */
export type SqliteDurability = 'on-disk' | 'may-be-lost-in-a-power-failure'

/** One connection to a file. All its methods block until SQLite has answered. */
export interface Connection {
  rows(text: string, values: readonly SqliteValue[]): readonly Row[]
  begin(durability: SqliteDurability): void
  run(command: 'commit' | 'rollback'): void
  close(): void
}

/** Statements are kept for the next call. A program has few texts. More than this are not kept. */
const MAX_KEPT = 200

/** SQLite's own words. `normal` does not wait for the disk at a commit (sqlite.org/pragma.html#pragma_synchronous). */
const SYNCHRONOUS = { 'on-disk': 'full', 'may-be-lost-in-a-power-failure': 'normal' } as const

/**
 * Opens the connection that writes, and makes the file. Only its owner may read it, because it has names and addresses. SQLite gives
 * its two other files the same rights. A file that is there keeps its own.
 */
export function openWriter(sqlite: NodeSqlite, path: string): Connection {
  makeForOwner(path)
  const file = new sqlite.DatabaseSync(path)
  try {
    const [row] = file.prepare('pragma journal_mode = wal').all({})
    if (!isWal(row)) throw new SqliteUnavailable('unusable', `The database file ${path} ${NO_WAL}`)
    file.exec('pragma foreign_keys = on')
    return connectionOf(file)
  } catch (error) {
    file.close()
    throw error
  }
}

/** What cannot be made is explained by SQLite. */
function makeForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says why it cannot be.
  }
}

const NO_WAL =
  'cannot be in WAL mode, because its file system does not share memory between processes. Use a local disk.'

function isWal(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'journal_mode' in row && row.journal_mode === 'wal'
}

/** Opens the connection that reads. It sees what was committed, and waits for no transaction. */
export function openReader(sqlite: NodeSqlite, path: string): Connection {
  const file = new sqlite.DatabaseSync(path, { readOnly: true })
  // The first versions of node:sqlite do not know the option.
  file.exec('pragma query_only = on')
  return refusingWrites(connectionOf(file))
}

/** Opens a database in memory: one connection, which only reads for `reader`. */
export function openInMemory(sqlite: NodeSqlite): {
  readonly writer: Connection
  readonly reader: Connection
} {
  const database = new sqlite.DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = on')
  const writer = connectionOf(database)
  const reader: Connection = {
    ...writer,
    rows(text, values) {
      database.exec('pragma query_only = on')
      try {
        return writer.rows(text, values)
      } finally {
        database.exec('pragma query_only = off')
      }
    },
  }
  return { writer, reader: refusingWrites(reader) }
}

function refusingWrites(connection: Connection): Connection {
  return {
    ...connection,
    rows(text, values) {
      try {
        return connection.rows(text, values)
      } catch (error) {
        if (!isWriteRefused(error)) throw error
        throw new Error('A statement of query() wrote. It only reads: write in transaction().', {
          cause: error,
        })
      }
    },
  }
}

function connectionOf(file: OpenFile): Connection {
  const kept = new Map<string, Statement>()
  const statementOf = (text: string): Statement => {
    const known = kept.get(text)
    if (known) return known
    const made = file.prepare(text)
    if (kept.size < MAX_KEPT) kept.set(text, made)
    return made
  }
  return {
    // The driver makes each row from the columns of the statement.
    rows: (text, values) => statementOf(text).all(parametersOf(values)) as Row[],
    begin(durability) {
      file.exec(`pragma synchronous = ${SYNCHRONOUS[durability]}; begin immediate`)
    },
    run: (command) => file.exec(command),
    close: () => file.close(),
  }
}

function parametersOf(values: readonly SqliteValue[]): Record<string, StoredValue> {
  return Object.fromEntries(
    values.map((value, index) => [`$${index + 1}`, value instanceof Date ? value.getTime() : value]),
  )
}
