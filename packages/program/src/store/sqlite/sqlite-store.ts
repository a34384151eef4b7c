import { type Logger, systemClock, systemLogger, systemRandom } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { fits } from '../schema-state.ts'
import { tablePrefixOf, USUAL_STORE_NAME } from '../store-owner.ts'
import { centralStatements } from './central-statements.ts'
import { forgetAccount } from './forget-account.ts'
import { handoffStatements } from './handoff-statements.ts'
import { housekeepingStatements } from './housekeeping-statements.ts'
import { identityStatements } from './identity-statements.ts'
import { migrateSchema, NEEDED_VERSION, schemaState } from './migrations.ts'
import type { SqliteDatabase } from './open-database.ts'
import { pendingStatements } from './pending-statements.ts'
import { purge } from './purge.ts'
import { revocationStatements } from './revocation-statements.ts'
import { sessionStatements } from './session-statements.ts'
import { tableNames } from './table-names.ts'
import { ticketStatements } from './ticket-statements.ts'
import type { SqliteTransaction } from './transaction.ts'

/** The options of the store. */
export interface SqliteStoreOptions {
  /** What the names of its tables begin with, before a `_`. `sso` by default. Each program on a file needs its own. */
  readonly name?: string
  /** For tests: a clock in place of the machine's clock. */
  readonly clock?: { now(): Date }
  /** Gets a warning if the schema is newer than this code. The console by default. */
  readonly logger?: Logger
}

/** The store in a database file, in tables whose names begin with `sso_`. The program owns the file and closes it. */
export function sqliteStore(
  database: SqliteDatabase,
  { name = USUAL_STORE_NAME, clock = systemClock, logger = systemLogger }: SqliteStoreOptions = {},
): SsoStore<SqliteTransaction> {
  const names = tableNames(tablePrefixOf(name, 'sqliteStore'))
  return names.outside(storeOver(names.inside(database), clock, logger))
}

function storeOver(db: SqliteDatabase, clock: { now(): Date }, logger: Logger): SsoStore<SqliteTransaction> {
  const needs = { db, clock, random: systemRandom }
  const logged = { isNewer: false }
  return {
    name: 'sqlite',
    async migrate(program, options = {}) {
      const { from, to, isNewer } = await migrateSchema(db, { program, options })
      if (isNewer && !logged.isNewer)
        logger.log('warn', 'schema_is_newer', { file: db.file, version: to, needed: NEEDED_VERSION })
      logged.isNewer ||= isNewer
      return { from, to }
    },
    async version() {
      const state = await schemaState(db)
      return {
        current: state.version,
        needed: NEEDED_VERSION,
        fits: fits(state, NEEDED_VERSION),
        owner: state.owner,
      }
    },
    // Reads the file, too: a store that cannot be read does not answer.
    async now() {
      await schemaState(db)
      return clock.now()
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
