import type { Migration } from '../platform/postgres/migration.ts'
import { isKept, type Tables } from '../platform/postgres/table.ts'

/** The tables of a complete backup whose schema consists of these migrations. */
export function keptTablesOf(
  tables: Tables,
  migrations: readonly Pick<Migration, 'text'>[],
): readonly string[] {
  const says = (verb: string, rest: string) =>
    migrations.some(({ text }) => new RegExp(`\\b${verb} table ${rest}`).test(text))
  return Object.keys(tables).filter(
    (table) =>
      isKept(tables, table) &&
      says('create', `(if not exists )?${table} \\(`) &&
      !says('drop', `(if exists )?${table};`),
  )
}
