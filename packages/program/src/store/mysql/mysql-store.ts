import { type Logger, systemLogger, systemRandom } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { instant } from '../rows.ts'
import { schemaSteps } from '../schema-state.ts'
import { storeStatements } from '../statements/index.ts'
import { tablePrefixOf, USUAL_STORE_NAME } from '../store-owner.ts'
import { connectionOf } from './connection.ts'
import type { MysqlConnectionLike, MysqlPoolLike } from './driver.ts'
import { migrateSchema, schemaState } from './migrate-schema.ts'
import { NEEDED_VERSION } from './migrations.ts'

/** The options of the store. */
export interface MysqlStoreOptions {
  /** What the names of its tables begin with, before a `_`. `sso` by default. Each program in a database needs its own. */
  readonly name?: string
  /** For tests: a clock in place of the server's clock. */
  readonly clock?: { now(): Date }
  /** Gets a warning if the schema is newer than this code. The console by default. */
  readonly logger?: Logger
}

/**
 * The store over a `mysql2/promise` pool, in tables whose names begin with `sso_`, in the database of the pool. The program
 * owns the pool and closes it. Its functions of `accounts` get a connection of this pool. It needs MariaDB 10.6 or MySQL 8.0.
 */
export function mysqlStore<Connection extends MysqlConnectionLike>(
  pool: MysqlPoolLike<Connection>,
  options?: MysqlStoreOptions,
): SsoStore<Connection>
export function mysqlStore(
  pool: MysqlPoolLike,
  { name = USUAL_STORE_NAME, clock, logger = systemLogger }: MysqlStoreOptions = {},
): SsoStore<MysqlConnectionLike> {
  const prefix = tablePrefixOf(name, 'mysqlStore')
  const db = connectionOf(pool, { clock, prefix })
  return {
    name: 'mysql',
    ...schemaSteps({
      needed: NEEDED_VERSION,
      migrate: (migrating) => migrateSchema(pool, prefix, migrating),
      state: () => schemaState(db, prefix),
      logger,
    }),
    async now() {
      const [row = {}] = await db.query('select clock_timestamp() as at')
      return instant(row, 'at')
    },
    ...storeStatements({ db, random: systemRandom }),
  }
}
