import type postgres from 'postgres'
import { type DatabaseAddress, openClient } from './address.ts'
import type { Database } from './database.ts'
import { MIGRATION_LOCK, type Migration, NOTES } from './migrate.ts'
import { askOf, ON_PRIMARY } from './primary.ts'
import { inTransaction } from './transaction.ts'

/** Rows that travel at once. */
const BATCH_ROWS = 500

/** A lock that is not had after this long belongs to somebody who is at work on these tables. */
const LOCK_TIMEOUT = '5s'

/** A table and the columns that are meant, in this order. */
export interface TableShape {
  readonly table: string
  readonly columns: readonly string[]
}

/** One transaction that handles whole tables; a row travels as one JSON object in one line. */
export interface BulkTransaction {
  /** The same transaction, for stores. */
  readonly db: Database
  /** The tables of the schema, with the columns that can be written. */
  tables(): Promise<readonly TableShape[]>
  /** Every row of a table, in batches. */
  rows(shape: TableShape): AsyncIterable<readonly string[]>
  /** Inserts rows; returns how many. */
  insertRows(shape: TableShape, lines: readonly string[]): Promise<number>
  isEmpty(table: string): Promise<boolean>
  /** Remembers the rows of a table until the transaction ends, whatever becomes of the table. */
  setAside(table: string): Promise<void>
  /** Inserts the rows that were set aside, but none whose key is there already. */
  putBack(table: string): Promise<void>
  dropTables(tables: readonly string[]): Promise<void>
  /** Applies migrations and notes them. */
  applyMigrations(migrations: readonly Migration[]): Promise<void>
  /** Sessions of other processes of Portico on this database, now. */
  countOtherSessions(): Promise<number>
}

/** Reads these tables as they are at one instant; whoever writes meanwhile is not hindered. */
export function readSnapshot<Value>(
  address: DatabaseAddress,
  tables: readonly string[],
  work: (bulk: BulkTransaction) => Promise<Value>,
): Promise<Value> {
  return transact(address, 'isolation level repeatable read read only', async (tx) => {
    // Locks come before the first look, which fixes the instant: no migration can change a table from then on.
    for (const table of tables) await tx`lock table ${tx(table)} in access share mode`
    return work(bulkOf(tx))
  })
}

/** Changes whole tables: all of it or nothing. No migration runs meanwhile, so no service gets through its start. */
export function rebuild<Value>(
  address: DatabaseAddress,
  work: (bulk: BulkTransaction) => Promise<Value>,
): Promise<Value> {
  return transact(address, '', async (tx) => {
    await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    return work(bulkOf(tx))
  })
}

type Transaction = postgres.TransactionSql<{ bigint: number }>

async function transact<Value>(
  address: DatabaseAddress,
  mode: string,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  const connection = { application_name: 'portico-bulk', TimeZone: 'UTC', ...ON_PRIMARY }
  const sql = openClient(address, { max: 1, connect_timeout: 10, max_lifetime: null, connection })
  try {
    const done = await askOf(address)(() => sql.begin(mode, async (tx) => ({ value: await work(tx) })))
    return done.value
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function bulkOf(tx: Transaction): BulkTransaction {
  return {
    db: inTransaction(tx),
    tables: () => findTables(tx),
    rows: (shape) => readRows(tx, shape),
    insertRows: (shape, lines) => insertRows(tx, shape, lines),
    isEmpty: async (table) => (await tx`select 1 from ${tx(table)} limit 1`).length === 0,
    async setAside(table) {
      await tx`create temp table ${tx(setAsideName(table))} on commit drop as table ${tx(table)}`
    },
    async putBack(table) {
      await tx`insert into ${tx(table)} table ${tx(setAsideName(table))} on conflict do nothing`
    },
    async dropTables(tables) {
      for (const table of tables) await tx`drop table ${tx(table)}`
    },
    async applyMigrations(migrations) {
      await tx.unsafe(NOTES)
      for (const { name, text } of migrations) {
        await tx.unsafe(text)
        await tx`insert into schema_migrations (name) values (${name})`
      }
    },
    countOtherSessions: () => countOtherSessions(tx),
  }
}

async function findTables(tx: Transaction): Promise<readonly TableShape[]> {
  return tx<{ table: string; columns: string[] }[]>`
    select c.relname::text as "table", json_agg(a.attname order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     group by c.relname order by c.relname`
}

async function* readRows(tx: Transaction, { table, columns }: TableShape): AsyncIterable<readonly string[]> {
  const batches = tx<{ line: string }[]>`
    select row_to_json(kept)::text as line from (select ${tx([...columns])} from ${tx(table)}) kept`
  for await (const batch of batches.cursor(BATCH_ROWS)) yield batch.map(({ line }) => line)
}

async function insertRows(
  tx: Transaction,
  { table, columns }: TableShape,
  lines: readonly string[],
): Promise<number> {
  if (lines.length === 0) return 0
  const names = tx([...columns])
  const inserted = await tx`
    insert into ${tx(table)} (${names})
    select ${names} from json_populate_recordset(null::${tx(table)}, ${`[${lines.join(',')}]`}::text::json)`
  return inserted.count
}

function setAsideName(table: string): string {
  return `set_aside_${table}`
}

async function countOtherSessions(tx: Transaction): Promise<number> {
  // The list of sessions is a copy that a transaction makes once.
  await tx`select pg_stat_clear_snapshot()`
  const [found] = await tx<{ sessions: number }[]>`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name like 'portico%' and pid <> pg_backend_pid()`
  return found?.sessions ?? 0
}
