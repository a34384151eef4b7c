/** Type tests of `@portico/program/mysql` with the types of the driver: what must compile, and what must not. */
import {
  type AccountAdapter,
  configFromEnv,
  createProgramSso,
  type Logger,
  type SsoStore,
} from '@portico/program'
import {
  type MysqlConnectionLike,
  type MysqlPoolLike,
  type MysqlStatement,
  type MysqlStoreOptions,
  type MysqlValue,
  mysqlStore,
  type StarterCitizen,
  starterAccounts,
} from '@portico/program/mysql'
import { postgresStore } from '@portico/program/postgres'
import type { Pool as CallbackPool } from 'mysql2'
import type { Pool, PoolConnection } from 'mysql2/promise'
import { expectTypeOf } from 'vitest'

declare const pool: Pool
declare const callbacks: CallbackPool

expectTypeOf(pool).toExtend<MysqlPoolLike>()
expectTypeOf<PoolConnection>().toExtend<MysqlConnectionLike>()
// The driver's own connection is the type of the accounts' transaction.
expectTypeOf(mysqlStore(pool)).toEqualTypeOf<SsoStore<PoolConnection>>()
expectTypeOf<MysqlStatement['sql']>().toEqualTypeOf<string>()
expectTypeOf<MysqlValue>().toEqualTypeOf<string | number | Buffer | null>()
expectTypeOf<MysqlStoreOptions>().toEqualTypeOf<{
  readonly name?: string
  readonly clock?: { now(): Date }
  readonly logger?: Logger
}>()
mysqlStore(callbacks.promise())
// @ts-expect-error The pool with callbacks returns no promises.
mysqlStore(callbacks)
// @ts-expect-error There is no such option.
mysqlStore(pool, { schema: 'sso' })
// @ts-expect-error The address of a database is not a pool.
mysqlStore('mysql://localhost/permits')
// @ts-expect-error A pool of MySQL is not a client of PostgreSQL.
postgresStore(pool)

expectTypeOf(starterAccounts(pool)).toEqualTypeOf<AccountAdapter<StarterCitizen, MysqlConnectionLike>>()
expectTypeOf<StarterCitizen>().toEqualTypeOf<{ id: string; name: string | null; email: string }>()
void createProgramSso({ ...configFromEnv({}), store: mysqlStore(pool), accounts: starterAccounts(pool) })
