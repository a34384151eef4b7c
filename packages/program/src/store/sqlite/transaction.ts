import { systemClock } from '../../platform/index.ts'
import type { Row } from '../rows.ts'
import type { Connection, SqliteValue } from './connection.ts'
import { explained, reasonOf } from './sqlite-unavailable.ts'

/** An open transaction. */
export interface SqliteTransaction {
  /** Runs one statement. Its parameters are $1, $2 and so on. */
  query(text: string, values?: readonly SqliteValue[]): Promise<readonly Row[]>
}

interface Limits {
  readonly file: string
  /** After this time, the work fails. */
  readonly limitMs: number
}

const LATE = Symbol('late')

/**
 * Runs work with an open transaction. Throws if it takes too long, or if a statement found that the file cannot be used,
 * also if the work ignored that. After it, every statement of the work is refused: it would belong to the next
 * transaction.
 */
export async function workInTransaction<T>(
  writer: Connection,
  { file, limitMs }: Limits,
  work: (tx: SqliteTransaction) => Promise<T>,
): Promise<T> {
  const state: { isOver?: true; failure?: { readonly error: unknown } } = {}
  const tx: SqliteTransaction = {
    async query(text, values = []) {
      if (state.isOver) throw new Error('This transaction is over')
      if (state.failure) throw state.failure.error
      try {
        return writer.rows(text, values)
      } catch (error) {
        // After such an error, SQLite may have rolled back. Then a further statement would be committed alone.
        if (reasonOf(error)) state.failure = { error: explained(error, file) }
        throw state.failure?.error ?? error
      }
    },
  }
  const waiting = new AbortController()
  const late = systemClock.sleep(limitMs, waiting.signal).then((): typeof LATE => LATE)
  try {
    const result = await Promise.race([work(tx), late])
    if (state.failure) throw state.failure.error
    if (result !== LATE) return result
  } finally {
    waiting.abort()
    state.isOver = true
  }
  throw new Error(
    `A transaction was open for ${limitMs} ms and was rolled back. A function of accounts must wait for nothing but its tx.`,
  )
}
