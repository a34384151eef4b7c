import postgres from 'postgres'
import type { TestDatabase } from './database.ts'

/** A client that describes a statement without running it. */
export type DescribingClient = postgres.Sql

/** Opens such a client. It connects at the first statement. */
export function openDescribingClient({ address }: TestDatabase): DescribingClient {
  const { socketDir, port, user, database } = address
  return postgres({ path: `${socketDir}/.s.PGSQL.${port}`, user, database, max: 1, fetch_types: false })
}
