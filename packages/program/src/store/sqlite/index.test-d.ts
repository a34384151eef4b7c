/** Type tests of `@portico/program/sqlite`: what must compile, and what must not. */
import type { AccountAdapter, Logger, SsoStore } from '@portico/program'
import { postgresStore } from '@portico/program/postgres'
import {
  openDatabase,
  type SqliteDatabase,
  type SqliteDurability,
  type SqliteOptions,
  type SqliteRow,
  type SqliteStoreOptions,
  type SqliteTransaction,
  SqliteUnavailable,
  type SqliteUnavailableReason,
  type SqliteValue,
  type StarterCitizen,
  type StoredValue,
  sqliteStore,
  starterAccounts,
} from '@portico/program/sqlite'
import { expectTypeOf } from 'vitest'

expectTypeOf(openDatabase).returns.toEqualTypeOf<SqliteDatabase>()
expectTypeOf(openDatabase).parameter(0).toEqualTypeOf<string>()
expectTypeOf<SqliteOptions>().toEqualTypeOf<{
  readonly busyTimeoutMs?: number
  readonly transactionTimeoutMs?: number
}>()
// @ts-expect-error There is no such option.
openDatabase('permits.db', { busyTimeout: 5 })

const database = openDatabase('permits.db', { busyTimeoutMs: 1000 })
expectTypeOf(database.file).toEqualTypeOf<string>()
expectTypeOf(database.close()).toEqualTypeOf<Promise<void>>()
expectTypeOf(sqliteStore(database)).toEqualTypeOf<SsoStore<SqliteTransaction>>()
expectTypeOf<SqliteStoreOptions>().toEqualTypeOf<{
  readonly name?: string
  readonly clock?: { now(): Date }
  readonly logger?: Logger
}>()
// @ts-expect-error The store takes an open database, not the name of a file.
sqliteStore('permits.db')
// @ts-expect-error A file of SQLite is not a client of PostgreSQL.
postgresStore(database)

// Statements read and return rows. Columns are unknown until they are read.
expectTypeOf(database.query('select 1')).toEqualTypeOf<Promise<readonly SqliteRow[]>>()
expectTypeOf<SqliteRow>().toEqualTypeOf<Readonly<Record<string, unknown>>>()
expectTypeOf<SqliteValue>().toEqualTypeOf<null | number | bigint | string | Uint8Array | Date>()
// @ts-expect-error SQLite has no booleans.
void database.query('select $1', [true])
expectTypeOf(database.transaction(async (tx) => (await tx.query('select $1', [1])).length)).toEqualTypeOf<
  Promise<number>
>()
expectTypeOf<SqliteDurability>().toEqualTypeOf<'on-disk' | 'may-be-lost-in-a-power-failure'>()
void database.transaction(async () => 1, 'may-be-lost-in-a-power-failure')
// @ts-expect-error A dangerous choice is spelled out.
void database.transaction(async () => 1, false)
// @ts-expect-error A transaction ends when its work ends.
void database.transaction(async (tx: SqliteTransaction) => tx.commit())

expectTypeOf(starterAccounts(database)).toEqualTypeOf<AccountAdapter<StarterCitizen, SqliteTransaction>>()
expectTypeOf<StarterCitizen>().toEqualTypeOf<{ id: string; name: string | null; email: string }>()

expectTypeOf<SqliteUnavailable>().toExtend<Error>()
expectTypeOf<SqliteUnavailable['reason']>().toEqualTypeOf<SqliteUnavailableReason>()
expectTypeOf<SqliteUnavailableReason>().toEqualTypeOf<'locked' | 'full' | 'unusable'>()
expectTypeOf(new SqliteUnavailable('full', 'no space').name).toEqualTypeOf<string>()

expectTypeOf<SqliteValue>().toEqualTypeOf<StoredValue | Date>()
