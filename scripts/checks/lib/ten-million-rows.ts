import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../../../packages/identity/src/platform/postgres/session.ts'

/** Rows of a table that grows with the citizens, and of one that does not. */
const LARGE = 10_000_000
const SMALL = 1_000

/** Rows of a page of a table, and of one of an index. */
const ROWS_PER_PAGE = { table: 40, index: 150 } as const
const PAGE_BYTES = 8_192
/** PostgreSQL begins another file of a relation after so many bytes. */
const SEGMENT_BYTES = 2 ** 30

interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** Whether a row has a value in it without being given one. */
  readonly hasDefault: boolean
}

/**
 * Lets the planner believe that the tables of a schema have as many rows as with ten million citizens: the statistics say how many rows there are
 * (`pg_restore_relation_stats`, PostgreSQL 18), and the planner takes the number of pages from the files, so those of large tables and of their indexes
 * become as long as they would be. What was not written there takes no room on the disk, and nothing reads it. The constraints between rows go.
 */
export async function pretendRows(
  session: Session,
  schema: string,
  isLarge: (table: string) => boolean,
): Promise<void> {
  const tables = await session.query<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = ${schema}::regnamespace`
  for (const { name } of tables) {
    await dropConstraints(session, schema, name)
    const columns = await columnsOf(session, schema, name)
    await session.runText(oneRow(`${schema}.${name}`, columns))
    const indexes = await session.query<{ name: string }>`
      select indexrelid::regclass::oid::regclass::text as name from pg_index where indrelid = ${`${schema}.${name}`}::regclass`
    const count = isLarge(name) ? LARGE : SMALL
    const pages = isLarge(name) ? LARGE / ROWS_PER_PAGE.table : 1
    await setRows(session, { schema, relation: name, pages, rows: count })
    // The first page of an index is not counted.
    const indexPages = isLarge(name) ? Math.ceil(LARGE / ROWS_PER_PAGE.index) : 2
    for (const index of indexes)
      await setRows(session, {
        ...{ schema, relation: index.name.replace(/^.*\./, '') },
        ...{ pages: indexPages, rows: count },
      })
    for (const column of columns) await setDistinct(session, { schema, table: name, column })
  }
}

async function dropConstraints(session: Session, schema: string, table: string): Promise<void> {
  const constraints = await session.query<{ name: string }>`
    select conname as name from pg_constraint
     where conrelid = ${`${schema}.${table}`}::regclass and contype in ('c', 'f')`
  for (const { name } of constraints)
    await session.runText(`alter table ${schema}.${table} drop constraint ${name}`)
}

async function columnsOf(session: Session, schema: string, table: string): Promise<readonly Column[]> {
  return session.query<Column>`
    select attname as name, typname as type, not attnotnull as "isNullable",
           atthasdef or attidentity <> '' as "hasDefault"
      from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = ${`${schema}.${table}`}::regclass and attnum > 0 and not attisdropped`
}

/** A value of each type that a column without null has. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `''`,
  bytea: `''`,
  bool: 'false',
  int2: '0',
  int4: '0',
  int8: '0',
  date: 'now()',
  timestamptz: 'now()',
  jsonb: `'{}'`,
  json: `'{}'`,
  _text: `'{}'`,
  xid8: `'1'`,
}

function oneRow(table: string, columns: readonly Column[]): string {
  const given = columns.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault)
  if (given.length === 0) return `insert into ${table} default values`
  const values = given.map(({ name, type }) => {
    const value = VALUES[type]
    if (value === undefined) throw new Error(`${table}.${name}: this check has no value of the type ${type}`)
    return value
  })
  return `insert into ${table} (${given.map(({ name }) => name).join()}) values (${values.join()})`
}

async function setRows(
  session: Session,
  of: {
    readonly schema: string
    readonly relation: string
    readonly pages: number
    readonly rows: number
  },
): Promise<void> {
  await session.runText(
    `select pg_restore_relation_stats('schemaname', '${of.schema}', 'relname', '${of.relation}',
                                      'relpages', ${of.pages}, 'reltuples', ${of.rows}::real)`,
  )
  if (of.pages > 2) await lengthenFiles(session, of)
}

/** Makes the files of a relation as long as so many pages are. */
async function lengthenFiles(
  session: Session,
  of: { readonly schema: string; readonly relation: string; readonly pages: number },
): Promise<void> {
  const [file] = await session.query<{ folder: string; path: string }>`
    select current_setting('data_directory') as folder, pg_relation_filepath(${`${of.schema}.${of.relation}`}::regclass) as path`
  if (!file) throw new Error(`${of.relation} has no file`)
  const bytes = of.pages * PAGE_BYTES
  for (let segment = 0; segment * SEGMENT_BYTES < bytes; segment += 1) {
    const path = join(file.folder, segment === 0 ? file.path : `${file.path}.${segment}`)
    const opened = openSync(path, 'a')
    ftruncateSync(opened, Math.min(SEGMENT_BYTES, bytes - segment * SEGMENT_BYTES))
    closeSync(opened)
  }
}

/** Each citizen has a few rows; a program has as many as its share of all. */
const DISTINCT = { perCitizen: -0.2, programs: 1_000 } as const
const NAMES_SOMEBODY = /(_id|_hash|_key|email|subject)$/

async function setDistinct(
  session: Session,
  { schema, table, column }: { readonly schema: string; readonly table: string; readonly column: Column },
): Promise<void> {
  const isInstant = column.type === 'timestamptz'
  if (!isInstant && !NAMES_SOMEBODY.test(column.name)) return
  const distinct = column.name === 'client_id' ? DISTINCT.programs : DISTINCT.perCitizen
  await session.runText(
    `select pg_restore_attribute_stats('schemaname', '${schema}', 'relname', '${table}', 'attname', '${column.name}',
                                       'inherited', false, 'null_frac', ${column.isNullable ? 0.5 : 0}::real,
                                       'avg_width', 16, 'n_distinct', ${distinct}::real${isInstant ? `, 'correlation', 0.95::real` : ''})`,
  )
}
