import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { applyMigrations, MIGRATION_LOCK } from '../platform/postgres/migrate.ts'
import type { Migration } from '../platform/postgres/migration.ts'
import { ON_PRIMARY, openSession, type Session } from '../platform/postgres/session.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { type CopyColumn, copyTextOf } from './copy-text.ts'

/** The longest wait for a lock. A longer wait means that another session uses these tables. */
const LOCK_TIMEOUT = '5s'

/** A table and some of its columns, in this order. */
export interface TableShape {
  readonly table: string
  readonly columns: readonly string[]
}

/** What is stored in place of the numbers in a column. */
export type Changes = Readonly<Record<string, (value: number) => number>>

/** One transaction on whole tables. A row is one JSON object in one line. */
export interface BulkTransaction {
  /** This transaction, for stores. */
  readonly db: Database
  /** The tables of the schema, with their columns except generated ones. */
  tables(): Promise<readonly TableShape[]>
  /** Gives every row of a table to `take`, as bytes of whole lines. Returns how many rows there are. */
  readRows(shape: TableShape, take: (lines: Buffer) => Promise<void>): Promise<number>
  /** Inserts the rows of these bytes, with other numbers where `changes` has their column. Returns how many. Throws BackupTrouble. */
  insertRows(shape: TableShape, lines: AsyncIterable<Buffer>, changes?: Changes): Promise<number>
  /** Drops the indexes of these tables. They are made again, of all rows at once, by the function that it returns. */
  withoutIndexes(tables: readonly string[]): Promise<() => Promise<void>>
  isEmpty(table: string): Promise<boolean>
  /** Deletes every row of a table. Returns how many there were. */
  empty(table: string): Promise<number>
  /** Copies the rows of a table until the transaction ends, so that the table can be dropped. */
  setAside(table: string): Promise<void>
  /** Inserts the copied rows, except those whose key exists already. */
  putBack(table: string): Promise<void>
  dropTables(tables: readonly string[]): Promise<void>
  /** Applies migrations and records them. */
  applyMigrations(migrations: readonly Migration[]): Promise<void>
  /** The number of sessions of other Portico processes on this database, now. */
  countOtherSessions(): Promise<number>
}

/** Reads these tables in one snapshot, without blocking writers. */
export function readSnapshot<Value>(
  address: DatabaseAddress,
  tables: readonly string[],
  work: (bulk: BulkTransaction) => Promise<Value>,
): Promise<Value> {
  return transact(address, 'isolation level repeatable read read only', async (session, db) => {
    // The locks come before the first query, which fixes the snapshot. So no migration changes a table after that.
    for (const table of tables) await session.runText(`lock table ${quoteName(table)} in access share mode`)
    return work(bulkOf(session, db))
  })
}

/** Changes whole tables in one transaction. No migration runs meanwhile, so no service can start. */
export function rebuild<Value>(
  address: DatabaseAddress,
  work: (bulk: BulkTransaction) => Promise<Value>,
): Promise<Value> {
  return transact(address, '', async (session, db) => {
    await db.query`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
    await db.query`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    return work(bulkOf(session, db))
  })
}

async function transact<Value>(
  address: DatabaseAddress,
  mode: string,
  work: (session: Session, db: Database) => Promise<Value>,
): Promise<Value> {
  const session = await openSession(address, {
    application_name: 'portico-bulk',
    TimeZone: 'UTC',
    ...ON_PRIMARY,
  })
  try {
    return await session.transaction((db) => work(session, db), mode)
  } finally {
    await session.close()
  }
}

function bulkOf(session: Session, db: Database): BulkTransaction {
  return {
    db,
    tables: () => findTables(db),
    readRows: (shape, take) => session.copyOut(copyOutText(shape), take),
    insertRows: (shape, lines, changes = {}) => insertRows(session, shape, { lines, changes }),
    withoutIndexes: (tables) => dropIndexes(session, tables),
    isEmpty: async (table) =>
      (await session.runText(`select 1 from ${quoteName(table)} limit 1`)).length === 0,
    async empty(table) {
      const [found] = await session.runText<{ rows: number }>(
        `select count(*) as rows from ${quoteName(table)}`,
      )
      await session.runText(`truncate ${quoteName(table)}`)
      return found?.rows ?? 0
    },
    async setAside(table) {
      await session.runText(
        `create temp table ${setAsideName(table)} on commit drop as table ${quoteName(table)}`,
      )
    },
    async putBack(table) {
      await session.runText(
        `insert into ${quoteName(table)} table ${setAsideName(table)} on conflict do nothing`,
      )
    },
    async dropTables(tables) {
      for (const table of tables) await session.runText(`drop table ${quoteName(table)}`)
    },
    applyMigrations: (migrations) => applyMigrations(session, db, migrations),
    countOtherSessions: async () => (await countOtherSessions(db)) + (await countAtWorkers(session)),
  }
}

async function findTables(db: Database): Promise<readonly TableShape[]> {
  return db.query<TableShape>`
    select c.relname::text as "table", json_agg(a.attname order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     group by c.relname order by c.relname`
}

function namesOf(columns: readonly string[]): string {
  return columns.map((column) => quoteName(column)).join(', ')
}

/** JSON has no control characters, so no line is quoted or escaped (PostgreSQL's manual, "COPY", "CSV Format"). */
function copyOutText({ table, columns }: TableShape): string {
  return `copy (select row_to_json(kept) from (select ${namesOf(columns)} from ${quoteName(table)}) kept)
          to stdout with (format csv, delimiter e'\\x01', quote e'\\x02')`
}

async function insertRows(
  session: Session,
  { table, columns }: TableShape,
  { lines, changes }: { readonly lines: AsyncIterable<Buffer>; readonly changes: Changes },
): Promise<number> {
  const types = await session.runText<{ name: string; keeps: CopyColumn['keeps'] }>(
    `select a.attname as name,
            case when t.typname in ('json', 'jsonb') then 'json' when t.typcategory = 'A' then 'array' else 'text' end as keeps
       from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1::text::regclass and a.attnum > 0`,
    [quoteName(table)],
  )
  const keeps = new Map(types.map((type) => [type.name, type.keeps]))
  const given = columns.map((name) => ({ name, keeps: keeps.get(name) ?? 'text', change: changes[name] }))
  return session.copyIn(
    `copy ${quoteName(table)} (${namesOf(columns)}) from stdin`,
    copyTextOf({ table, columns: given }, lines),
  )
}

async function dropIndexes(session: Session, tables: readonly string[]): Promise<() => Promise<void>> {
  const found = await session.runText<{ dropped: string; made: string }>(
    `select case when k.oid is null then format('drop index %s', x.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', x.indrelid::regclass, k.conname) end as dropped,
            case when k.oid is null then pg_get_indexdef(x.indexrelid)
                 else format('alter table %s add constraint %I %s', x.indrelid::regclass, k.conname,
                             pg_get_constraintdef(k.oid)) end as made
       from pg_index x left join pg_constraint k on k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')
      where x.indrelid = any ($1::text[]::regclass[]) order by x.indexrelid`,
    [arrayOf(tables.map(quoteName))],
  )
  for (const { dropped } of found) await session.runText(dropped)
  return async () => {
    for (const { made } of found) await session.runText(made)
  }
}

/** A quoted identifier. */
function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function setAsideName(table: string): string {
  return quoteName(`set_aside_${table}`)
}

async function countOtherSessions(db: Database): Promise<number> {
  // A transaction caches the list of sessions. This clears the cache.
  await db.query`select pg_stat_clear_snapshot()`
  const [found] = await db.query<{ sessions: number }>`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name like 'portico%' and pid <> pg_backend_pid()`
  return found?.sessions ?? 0
}

/** Processes of Portico may also be connected to the workers of a distributed database. */
async function countAtWorkers(session: Session): Promise<number> {
  if ((await session.layout()) === 'one-server') return 0
  const [found] = await session.runText<{ sessions: number }>(`
    select coalesce(sum(result::int), 0)::int as sessions
      from run_command_on_workers($$ select count(*) from pg_stat_activity
                                      where datname = current_database() and application_name like 'portico%' $$)`)
  return found?.sessions ?? 0
}
