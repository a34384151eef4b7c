import type { Database } from './database.ts'
import type { Schema } from './schema.ts'
import { findAppliedMigrations, judgeSchema, SchemaDoesNotFit, type SchemaJudgement } from './schema-range.ts'
import type { Tables } from './table.ts'

const MARK = /^Portico (\d+)$/

/**
 * The comment by which a build without the room of a table knows that it is one of Portico's, and which migration has made it. That
 * migration writes it.
 */
export function markOf(table: string, migration: number): string {
  return `comment on table ${table} is 'Portico ${migration}';`
}

/**
 * How the schema of a database stands to this build: to its migrations, and to the tables that its rooms list. What is in a table
 * of a room that this build does not have would be ignored, were it the second factor of a citizen.
 */
export async function lookAtSchema(db: Database, { migrations, tables }: Schema): Promise<SchemaJudgement> {
  const judged = judgeSchema(migrations, await findAppliedMigrations(db))
  if (judged.trouble) return judged
  const found = await findTables(db)
  const newest = migrations.at(-1)?.number ?? 0
  // A migration that waits may make a table that this release can do without.
  const lacking = judged.missing.length === 0 ? withoutTable(found, tables) : undefined
  return { ...judged, trouble: withoutRoom(found, { tables, newest }) ?? lacking }
}

interface FoundTable {
  readonly name: string
  readonly mark: string | null
}

function findTables(db: Database): Promise<readonly FoundTable[]> {
  return db.query<FoundTable>`
    select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
     where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p') order by relname`
}

/** The tables that a newer release has made need not be known. */
function withoutRoom(
  found: readonly FoundTable[],
  { tables, newest }: { readonly tables: Tables; readonly newest: number },
): SchemaDoesNotFit | undefined {
  const names = found
    .filter(({ name, mark }) => isMadeBy(mark, newest) && !Object.hasOwn(tables, name))
    .map(({ name }) => name)
  if (names.length === 0) return undefined
  return new SchemaDoesNotFit(
    'other-rooms',
    `The database has tables of rooms that this build does not have (${names.join(', ')}), and would ignore what is in them: run a build with these rooms. To give them up for good, back up and drop the tables.`,
  )
}

/** Whether this migration or an earlier one has made the table of a mark. */
function isMadeBy(mark: string | null, migration: number): boolean {
  const number = MARK.exec(mark ?? '')?.[1]
  return number !== undefined && Number(number) <= migration
}

function withoutTable(found: readonly FoundTable[], tables: Tables): SchemaDoesNotFit | undefined {
  const names = Object.entries(tables)
    .filter(([name, { placement }]) => placement !== 'gone' && !found.some((one) => one.name === name))
    .map(([name]) => name)
  if (names.length === 0) return undefined
  return new SchemaDoesNotFit(
    'other-rooms',
    `The database lacks tables of rooms that this build has (${names.join(', ')}): a build without these rooms has made it, or the tables were dropped. Run that build, or restore a backup.`,
  )
}
