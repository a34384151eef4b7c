import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { applyMigrations, MIGRATION_LOCK } from '../platform/postgres/migrate.ts'
import type { Migration } from '../platform/postgres/migration.ts'
import { ON_PRIMARY, openSession, type Session } from '../platform/postgres/session.ts'

/** Fetches 500 rows at a time. */
const NEXT_ROWS = 'fetch 500 from reading'

/** The longest wait for a lock. A longer wait means that another session uses these tables. */
const LOCK_TIMEOUT = '5s'

/** A table and some of its columns, in this order. */
export interface TableShape {
  readonly table: string
  readonly columns: readonly string[]
}

/** One transaction on whole tables. A row is one JSON object in one line. */
export interface BulkTransaction {
  /** This transaction, for stores. */
  readonly db: Database
  /** The tables of the schema, with their columns except generated ones. */
  tables(): Promise<readonly TableShape[]>
  /** Every row of a table, in batches. */
  rows(shape: TableShape): AsyncIterable<readonly string[]>
  /** Inserts rows. Returns how many. */
  insertRows(shape: TableShape, lines: readonly string[]): Promise<number>
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
    rows: (shape) => readRows(session, shape),
    insertRows: (shape, lines) => insertRows(session, shape, lines),
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

async function* readRows(session: Session, { table, columns }: TableShape): AsyncIterable<readonly string[]> {
  const names = namesOf(columns)
  await session.runText(`declare reading no scroll cursor for
    select row_to_json(kept)::text as line from (select ${names} from ${quoteName(table)}) kept`)
  for (;;) {
    const batch = await session.runText<{ line: string }>(NEXT_ROWS)
    if (batch.length === 0) break
    yield batch.map(({ line }) => line)
  }
  await session.runText('close reading')
}

async function insertRows(
  session: Session,
  { table, columns }: TableShape,
  lines: readonly string[],
): Promise<number> {
  if (lines.length === 0) return 0
  const names = namesOf(columns)
  const rows = await session.runText(
    `insert into ${quoteName(table)} (${names})
     select ${names} from json_populate_recordset(null::${quoteName(table)}, $1::text::json) returning 1`,
    [`[${lines.join(',')}]`],
  )
  return rows.length
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
