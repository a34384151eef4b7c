import { type Database, firstRow } from './database.ts'

/** About how many rows a table has, by PostgreSQL's statistics; undefined where there is no such table. */
export async function estimateRows(db: Database, table: string): Promise<number | undefined> {
  const found = await firstRow(db.query<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = to_regclass(${table})`)
  return found?.rows
}
