import type { Row } from '../rows.ts'
import type { SqliteDurability, SqliteValue } from './connection.ts'
import { oneConnection } from './one-connection.ts'
import { explained, SqliteUnavailable } from './sqlite-unavailable.ts'
import { type SqliteTransaction, workInTransaction } from './transaction.ts'
import { turns } from './turns.ts'
import { type Connections, twoConnections } from './two-connections.ts'
import { untilFree } from './until-free.ts'

/** The options of a database file. */
export interface SqliteOptions {
  /** How long a statement waits for the lock of another process or transaction. 5 seconds by default. */
  readonly busyTimeoutMs?: number
  /** After this time, an open transaction is rolled back. 10 seconds by default. */
  readonly transactionTimeoutMs?: number
}

/** A database file of the program. Any number of processes of one machine may open it. */
export interface SqliteDatabase {
  readonly file: string
  /** Runs one statement that only reads. Its parameters are $1, $2 and so on. It does not wait for transactions. */
  query(text: string, values?: readonly SqliteValue[]): Promise<readonly Row[]>
  /**
   * Runs work in a transaction, one after another. If it throws, nothing was written. Everything that the program
   * writes during a sign-in uses the `tx` that it gets: another connection would wait for it in vain. By default, the
   * commit is on the disk before the result is there.
   */
  transaction<T>(work: (tx: SqliteTransaction) => Promise<T>, durability?: SqliteDurability): Promise<T>
  /** Closes the file, after the transactions that have begun. */
  close(): Promise<void>
}

/**
 * Opens a database file with `node:sqlite`. `path` may begin with `sqlite:`, as in DATABASE_URL. The file is opened at
 * its first use. A transaction makes it if it is missing. `:memory:` is a database for tests, without a file: a statement that
 * reads outside of a transaction sees an open one. Throws if this Node has no `node:sqlite`.
 */
export function openDatabase(
  path: string,
  { busyTimeoutMs = 5_000, transactionTimeoutMs = 10_000 }: SqliteOptions = {},
): SqliteDatabase {
  const file = fileOf(path)
  const connections = file === IN_MEMORY ? oneConnection() : twoConnections(file)
  const order = turns()
  const limits = { file, limitMs: transactionTimeoutMs }
  const inTurn = async <T>(work: (until: number) => Promise<T>): Promise<T> => {
    const until = performance.now() + busyTimeoutMs
    const end = await order.take(busyTimeoutMs)
    if (!end) throw new SqliteUnavailable('locked', `The database file ${file}: ${OTHERS_ARE_SLOW}`)
    return work(until).finally(end)
  }
  return {
    file,
    query: (text, values = []) =>
      untilFree(() => connections.reader().rows(text, values), {
        file,
        until: performance.now() + busyTimeoutMs,
      }),
    transaction: (work, durability = 'on-disk') =>
      inTurn(async (until) => {
        await untilFree(() => connections.writer().begin(durability), { file, until })
        return commitAfter(connections, limits, work)
      }),
    close: () => inTurn(async () => connections.close()),
  }
}

const OTHERS_ARE_SLOW =
  'other transactions of this process took too long. A function of accounts may be slow.'

async function commitAfter<T>(
  connections: Connections,
  limits: { readonly file: string; readonly limitMs: number },
  work: (tx: SqliteTransaction) => Promise<T>,
): Promise<T> {
  const writer = connections.writer()
  try {
    const result = await workInTransaction(writer, limits, work)
    writer.run('commit')
    return result
  } catch (error) {
    connections.rollBack()
    throw explained(error, limits.file)
  }
}

/** What SQLite calls a database without a file. */
export const IN_MEMORY = ':memory:'

function fileOf(path: string): string {
  if (path === IN_MEMORY) return path
  const file = path.replace(/^sqlite:/, '')
  if (file !== '' && !file.startsWith(IN_MEMORY)) return file
  throw new Error(
    `openDatabase: ${JSON.stringify(path)} names no file. A test opens ":memory:", or uses memoryStore of @portico/program/testing.`,
  )
}
