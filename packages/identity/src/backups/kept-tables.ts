import type { Migration } from '../platform/postgres/migration.ts'
import { isKept, type Tables } from '../platform/postgres/table.ts'

/** The tables of a complete backup whose schema consists of these migrations. */
export function keptTablesOf(
  tables: Tables,
  migrations: readonly Pick<Migration, 'text'>[],
): readonly string[] {
  const says = (...words: readonly string[]) => migrations.some(({ text }) => text.includes(words.join(' ')))
  return Object.keys(tables).filter(
    (table) =>
      isKept(tables, table) && says('create', 'table', table, '(') && !says('drop', 'table', `${table};`),
  )
}
