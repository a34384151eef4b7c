/** What compiles against `@portico/program/postgres`, with both drivers' own types, and what must not. */
import type { AccountAdapter, LoadAccount, SsoStore } from '@portico/program'
import {
  loadBySelect,
  type PgClientLike,
  type PgPoolLike,
  type PostgresJsLike,
  type PostgresJsTransaction,
  postgresStore,
  type StarterCitizen,
  starterAccounts,
} from '@portico/program/postgres'
import type pg from 'pg'
import type postgres from 'postgres'
import { expectTypeOf } from 'vitest'

declare const pool: pg.Pool
declare const sql: postgres.Sql

// What the drivers give is enough, as it is.
expectTypeOf(pool).toExtend<PgPoolLike>()
expectTypeOf<pg.PoolClient>().toExtend<PgClientLike>()
expectTypeOf(sql).toExtend<PostgresJsLike>()
expectTypeOf<postgres.TransactionSql>().toExtend<PostgresJsTransaction>()

// The driver decides which transaction the accounts are handed.
expectTypeOf(postgresStore(pool)).toEqualTypeOf<SsoStore<PgClientLike>>()
expectTypeOf(postgresStore(sql)).toEqualTypeOf<SsoStore<PostgresJsTransaction>>()
postgresStore(pool, { schema: 'sso', preparedStatements: true, clock: { now: () => new Date(0) } })
// @ts-expect-error There is no such option.
postgresStore(pool, { table: 'sso' })
// @ts-expect-error A client that cannot begin a transaction cannot hold the store.
postgresStore({ query: async () => ({ rows: [], rowCount: 0 }) })
// @ts-expect-error The address of a database is no connection.
postgresStore('postgres://localhost/permits')

interface Citizen {
  readonly id: string
  readonly isOfficer: boolean
}
const select = 'select id::text as id, is_officer from users where id = $account_id::bigint'
const load = loadBySelect<Citizen>(pool, select, (row) => ({
  id: String(row['id']),
  isOfficer: row['is_officer'] === true,
}))
expectTypeOf(load).toExtend<LoadAccount<Citizen, PgClientLike>>()
expectTypeOf(load.rows.select).toEqualTypeOf<string>()
// @ts-expect-error Columns are unknown until they are read.
loadBySelect<Citizen>(pool, select, (row) => ({ id: row['id'], isOfficer: false }))

expectTypeOf(starterAccounts(pool)).toEqualTypeOf<AccountAdapter<StarterCitizen, PgClientLike>>()
expectTypeOf<StarterCitizen>().toEqualTypeOf<{ id: string; name: string | null; email: string }>()
// @ts-expect-error The starter table is for the `pg` driver.
starterAccounts(sql)
