/** Type tests of `@portico/program/postgres` with the types of both drivers: what must compile, and what must not. */
import type { AccountAdapter, LoadAccount, SsoStore } from '@portico/program'
import {
  loadBySelect,
  type NamedStatement,
  type ParsersOfStatement,
  type PgClientLike,
  type PgPoolLike,
  type PgResult,
  type PgStatement,
  type PostgresJsLike,
  type PostgresJsTransaction,
  type PostgresStoreOptions,
  postgresStore,
  type StarterCitizen,
  starterAccounts,
} from '@portico/program/postgres'
import type pg from 'pg'
import type postgres from 'postgres'
import { expectTypeOf } from 'vitest'

declare const pool: pg.Pool
declare const sql: postgres.Sql

// A pool or a client of either driver is accepted.
expectTypeOf(pool).toExtend<PgPoolLike>()
expectTypeOf<pg.PoolClient>().toExtend<PgClientLike>()
expectTypeOf(sql).toExtend<PostgresJsLike>()
expectTypeOf<postgres.TransactionSql>().toExtend<PostgresJsTransaction>()

// The driver decides the type of the accounts' transaction.
expectTypeOf(postgresStore(pool)).toEqualTypeOf<SsoStore<PgClientLike>>()
expectTypeOf(postgresStore(sql)).toEqualTypeOf<SsoStore<PostgresJsTransaction>>()
postgresStore(pool, { schema: 'sso', preparedStatements: true, clock: { now: () => new Date(0) } })
// @ts-expect-error There is no such option.
postgresStore(pool, { table: 'sso' })
// @ts-expect-error The client must be able to begin a transaction.
postgresStore({ query: async () => ({ rows: [], rowCount: 0 }) })
// @ts-expect-error The address of a database is not a client.
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

expectTypeOf<Parameters<PgClientLike['query']>[0]>().toEqualTypeOf<string | NamedStatement | PgStatement>()
expectTypeOf<PgClientLike['query']>().returns.resolves.toEqualTypeOf<PgResult>()
expectTypeOf<Parameters<typeof postgresStore>[1]>().toEqualTypeOf<PostgresStoreOptions | undefined>()

// The parsers of one statement are what `pg` takes as `types`.
expectTypeOf<PgStatement['types']>().toEqualTypeOf<ParsersOfStatement | undefined>()
