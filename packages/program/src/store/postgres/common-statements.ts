import { madeOnce } from '../made-once.ts'
import type { Statements } from '../statements/index.ts'
import type { Connection } from './connection.ts'
import { statementText } from './flavour.ts'

/** Where statements run, and the common ones for what PostgreSQL does as other databases do. */
export interface Target<Tx> {
  readonly db: Connection<Tx>
  readonly schema: string
  readonly common: Statements<Tx>
}

/** The common statements over a connection to PostgreSQL. */
export function commonStatements<Tx>(connection: Connection<Tx>, schema: string): Statements<Tx> {
  const reading = madeOnce((text) => statementText(text, schema))
  const writing = madeOnce((text) => statementText(`${text} returning 1`, schema))
  return {
    query: (text, values, tx) => connection.query(reading(text), values, tx),
    execute: async (text, values, tx) => (await connection.query(writing(text), values, tx)).length,
  }
}
