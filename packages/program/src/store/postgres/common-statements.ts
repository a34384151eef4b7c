import type { Database, StoreValue } from '../statements/index.ts'
import type { Connection } from './connection.ts'
import { statementText } from './flavour.ts'

/** The common statements over a connection to PostgreSQL. */
export function commonStatements<Tx>(connection: Connection<Tx>, schema: string): Database<Tx> {
  const known = new Map<string, string>()
  const query = (text: string, values: readonly StoreValue[] = [], tx?: Tx) => {
    const translated = known.get(text) ?? statementText(text, schema)
    known.set(text, translated)
    return connection.query(translated, values, tx)
  }
  const { transaction } = connection
  return {
    query,
    execute: async (text, values, tx) => (await query(`${text} returning 1`, values, tx)).length,
    savepoint: async (command, tx) => void (await connection.query(command, [], tx)),
    transaction: (work) => transaction(work),
    transactionAfter: (add, work) =>
      transaction(async (tx) => {
        await add(tx)
        return work(tx)
      }),
    inOrder: (work) => work(),
  }
}
