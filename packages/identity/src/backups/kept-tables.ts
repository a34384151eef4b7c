import type { Migration } from '../platform/postgres/migration.ts'
import { isKept, type Tables } from '../platform/postgres/table.ts'

type Texts = readonly Pick<Migration, 'text'>[]

/** The tables of a complete backup whose schema consists of these migrations. */
export function keptTablesOf(tables: Tables, migrations: Texts): readonly string[] {
  return Object.keys(tables).filter((table) => isKept(tables, table) && isMadeBy(migrations, table))
}

/** Whether one of these migrations makes a table. A room that is gone lists its tables no more, and they are there until a migration drops them. */
export function isMadeBy(migrations: Texts, table: string): boolean {
  return migrations.some(({ text }) => text.includes(['create', 'table', table, '('].join(' ')))
}
