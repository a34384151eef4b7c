import type { DatabaseAddress, SessionSettings } from './address.ts'
import type { Database } from './database.ts'
import { readLayout } from './layout.ts'
import { connectionOpener } from './open-connection.ts'
import { runTransaction } from './transaction.ts'
import type { Serializable } from './values.ts'

const CONNECT_MILLISECONDS = 10_000
const CLOSE_MILLISECONDS = 5_000

/**
 * A setting of each new session. A replica cannot set it and refuses the session (PostgreSQL's manual, "Hot Standby"). On a
 * primary it has no effect, because each transaction begins with the server's default.
 *
 * A replica lags: an introspection there could find a revoked token active.
 */
export const ON_PRIMARY = { transaction_read_only: 'off' } as const

/** One connection without deadlines, for work on whole tables. */
export interface Session extends Database {
  /** Runs a text unchanged: several statements, or one with parameters `$1`, `$2`, … */
  runText<Row>(text: string, values?: readonly Serializable[]): Promise<Row[]>
  /**
   * Runs `COPY … TO STDOUT`, and gives its bytes to `take`, in chunks. The server waits while `take` works. Returns the number of
   * rows. Where `take` fails, its transaction ends with the connection.
   */
  copyOut(text: string, take: (chunk: Buffer) => Promise<void>): Promise<number>
  /** Runs `COPY … FROM STDIN` with these bytes. Returns the number of rows. */
  copyIn(text: string, chunks: AsyncIterable<Buffer>): Promise<number>
  /** Runs work in one transaction with this mode. Meanwhile `runText` and `query` belong to it. */
  transaction<Value>(work: (tx: Database) => Promise<Value>, mode?: string): Promise<Value>
  close(): Promise<void>
}

/** Connects. The caller closes it. `onNotice` is called with what the server warns of. */
export async function openSession(
  address: DatabaseAddress,
  settings: SessionSettings = {},
  onNotice?: (message: string) => void,
): Promise<Session> {
  const open = connectionOpener(address, { settings, connectMilliseconds: CONNECT_MILLISECONDS, onNotice })
  const connection = await open()
  return {
    query: (statement, ...values) => connection.query(statement, values),
    runText: (text, values) => connection.runText(text, values),
    copyOut: (text, take) => connection.copyOut(text, take),
    copyIn: (text, chunks) => connection.copyIn(text, chunks),
    transaction: (work, mode) => runTransaction(connection, work, mode),
    layout: () => readLayout(connection),
    close: () => connection.close(CLOSE_MILLISECONDS),
  }
}
