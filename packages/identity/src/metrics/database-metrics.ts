import type { Metric, MetricValue } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'

interface TableSize {
  readonly table: string
  readonly bytes: number
  readonly rows: number
}

/** Whether the database answers, and the size of each table. */
export function databaseMetrics(db: Database): readonly Metric[] {
  // Two metrics that are read at the same time share the statement.
  let asked: Promise<readonly TableSize[]> | undefined
  const sizes = () => (asked ??= findTableSizes(db).finally(() => (asked = undefined)))
  return [
    {
      name: 'portico_database_up',
      help: 'Whether the database answers: 1 or 0.',
      kind: 'gauge',
      read: () =>
        db.query`select 1`.then(
          () => [{ value: 1 }],
          () => [{ value: 0 }],
        ),
    },
    ofTables('portico_table_bytes', 'Size of a table with its indexes.', ({ bytes }) => bytes),
    ofTables('portico_table_rows', 'Rows of a table, as PostgreSQL estimates them.', ({ rows }) => rows),
  ]

  function ofTables(name: string, help: string, value: (size: TableSize) => number): Metric {
    const read = async (): Promise<readonly MetricValue[]> =>
      (await sizes()).map((size) => ({ labels: { table: size.table }, value: value(size) }))
    return { name, help, kind: 'gauge', read }
  }
}

/** The partitions of a table count as the table. A table that was never analyzed has the estimate -1. */
function findTableSizes(db: Database): Promise<readonly TableSize[]> {
  return db.query<TableSize>`
    select coalesce(p.inhparent::regclass::text, c.oid::regclass::text) as "table",
           sum(pg_total_relation_size(c.oid))::bigint as bytes, sum(greatest(c.reltuples, 0))::bigint as rows
      from pg_class c left join pg_inherits p on p.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
     group by 1 order by 1`
}
