import { type Logger, systemLogger, systemRandom } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { instant } from '../rows.ts'
import { fits } from '../schema-state.ts'
import { tablePrefixOf, USUAL_STORE_NAME } from '../store-owner.ts'
import { centralStatements } from './central-statements.ts'
import { connectionOf } from './connection.ts'
import type { MysqlConnectionLike, MysqlPoolLike } from './driver.ts'
import { forgetAccount } from './forget-account.ts'
import { handoffStatements } from './handoff-statements.ts'
import { housekeepingStatements } from './housekeeping-statements.ts'
import { identityStatements } from './identity-statements.ts'
import { migrateSchema, schemaState } from './migrate-schema.ts'
import { NEEDED_VERSION } from './migrations.ts'
import { pendingStatements } from './pending-statements.ts'
import { purge } from './purge.ts'
import { revocationStatements } from './revocation-statements.ts'
import { sessionStatements } from './session-statements.ts'
import { ticketStatements } from './ticket-statements.ts'

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
  const needs = { db, random: systemRandom }
  const logged = { isNewer: false }
  return {
    name: 'mysql',
    async migrate(program, options = {}) {
      const { from, to, isNewer } = await migrateSchema(pool, prefix, { program, options })
      if (isNewer && !logged.isNewer)
        logger.log('warn', 'schema_is_newer', { version: to, needed: NEEDED_VERSION })
      logged.isNewer ||= isNewer
      return { from, to }
    },
    async version() {
      const state = await schemaState(db, prefix)
      return {
        current: state.version,
        needed: NEEDED_VERSION,
        fits: fits(state, NEEDED_VERSION),
        owner: state.owner,
      }
    },
    async now() {
      const [row = {}] = await db.query('select clock_timestamp() as at')
      return instant(row, 'at')
    },
    ...pendingStatements(needs),
    ...handoffStatements(needs),
    ...identityStatements(needs),
    forgetAccount: (accountId, now) => forgetAccount(needs, accountId, now),
    ...sessionStatements(needs),
    ...ticketStatements(needs),
    ...centralStatements(needs),
    ...revocationStatements(needs),
    ...housekeepingStatements(needs),
    purge: (now, limit) => purge(needs, { now, limit }),
    close: async () => undefined,
  }
}
