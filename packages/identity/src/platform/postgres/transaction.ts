import type { Connection } from './connection.ts'
import type { Database, Layout } from './database.ts'

/**
 * Runs work in a transaction on a connection that no other work uses meanwhile. If the connection is lost, the transaction
 * fails at once, whatever the work waits for.
 */
export async function runTransaction<Value>(
  connection: Connection,
  work: (tx: Database) => Promise<Value>,
  mode = '',
): Promise<Value> {
  await connection.runText(`begin ${mode}`)
  const transaction = new Transaction(connection)
  try {
    const value = await unlessLost(connection, work(transaction)).finally(() => (transaction.isOver = true))
    if (transaction.failure) throw transaction.failure.error
    await connection.commit()
    return value
  } catch (error) {
    if (connection.isHalfRead) connection.destroy()
    if (!connection.isLost) await connection.runText('rollback').catch(() => connection.destroy())
    throw error
  }
}

function unlessLost<Value>(connection: Connection, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopListening = connection.onLoss(reject)
    work.then(resolve, reject).finally(stopListening)
  })
}

/** An open transaction, as stores see the database. */
class Transaction implements Database {
  isOver = false
  /** The first error of a statement. PostgreSQL will roll back, even if the work catches the error. */
  failure: { readonly error: unknown } | undefined
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async query<Row>(...[statement, ...values]: Parameters<Database['query']>): Promise<Row[]> {
    if (this.isOver) throw new Error('The transaction is over')
    try {
      return await this.#connection.query<Row>(statement, values)
    } catch (error) {
      this.failure ??= { error }
      throw error
    }
  }

  transaction<Value>(work: (tx: Database) => Promise<Value>): Promise<Value> {
    return work(this)
  }

  async layout(): Promise<Layout> {
    return this.#connection.layout
  }
}
