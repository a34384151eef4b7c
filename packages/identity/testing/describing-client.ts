import postgres from 'postgres'
import type { TestDatabase } from './database.ts'

/** A client that can have a statement described without running it. */
export type DescribingClient = postgres.Sql

/** Opens a client of that kind; nothing is connected before the first statement. */
export function openDescribingClient({ address }: TestDatabase): DescribingClient {
  const { socketDir, port, user, database } = address
  return postgres({ path: `${socketDir}/.s.PGSQL.${port}`, user, database, max: 1, fetch_types: false })
}
