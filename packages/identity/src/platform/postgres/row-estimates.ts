import { type Database, firstRow } from './database.ts'

/** About how many rows a table has. `unknown`: PostgreSQL has not counted them yet. */
export type RowEstimate = number | 'unknown'

/** What PostgreSQL's statistics say of a table, with its partitions; undefined where there is no such table. */
export async function estimateRows(db: Database, table: string): Promise<RowEstimate | undefined> {
  const found = await firstRow(db.query<{ rows: number | null }>`
    select case when min(reltuples) >= 0 then sum(reltuples)::bigint end as rows
      from pg_class
     where relkind <> 'p' and (oid = to_regclass(${table})
                               or oid in (select relid from pg_partition_tree(to_regclass(${table}))))
    having count(*) > 0`)
  return found ? (found.rows ?? 'unknown') : undefined
}

/** The estimate in words. */
export function sayRows(rows: RowEstimate | undefined): string {
  return typeof rows === 'number' ? `about ${rows} rows` : 'rows that nobody has counted yet'
}
