import type { DatabaseAddress, SessionSettings } from './address.ts'
import type { Database } from './database.ts'
import { connectionOpener } from './open-connection.ts'
import { runTransaction } from './transaction.ts'
import type { Serializable } from './values.ts'

const CONNECT_MILLISECONDS = 10_000
const CLOSE_MILLISECONDS = 5_000

/**
 * Asked of each session when it begins. A replica cannot grant it and refuses the session (PostgreSQL's manual, "Hot
 * Standby"); on a primary it changes nothing, because each transaction begins with the server's default again.
 *
 * A replica lags: one look at it would find a revoked token active.
 */
export const ON_PRIMARY = { transaction_read_only: 'off' } as const

/** One connection by itself, without deadlines, for work on whole tables. */
export interface Session extends Database {
  /** Runs a text as it is: several statements in one, or one with parameters `$1`, `$2`, … */
  runText<Row>(text: string, values?: readonly Serializable[]): Promise<Row[]>
  /** Runs work in one transaction, begun with this mode; `runText` and `query` are part of it meanwhile. */
  transaction<Value>(work: (tx: Database) => Promise<Value>, mode?: string): Promise<Value>
  close(): Promise<void>
}

/** Connects; it is the caller's to close. */
export async function openSession(
  address: DatabaseAddress,
  settings: SessionSettings = {},
): Promise<Session> {
  const open = connectionOpener(address, { settings, connectMilliseconds: CONNECT_MILLISECONDS })
  const connection = await open()
  return {
    query: (statement, ...values) => connection.query(statement, values),
    runText: (text, values) => connection.runText(text, values),
    transaction: (work, mode) => runTransaction(connection, work, mode),
    close: () => connection.close(CLOSE_MILLISECONDS),
  }
}
