import { type Logger, systemClock, systemLogger, systemRandom } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { schemaSteps } from '../schema-state.ts'
import { storeStatements } from '../statements/index.ts'
import { tablePrefixOf, USUAL_STORE_NAME } from '../store-owner.ts'
import { migrateSchema, NEEDED_VERSION, schemaState } from './migrations.ts'
import { IN_MEMORY, type SqliteDatabase } from './open-database.ts'
import { statementsOver } from './statements-over.ts'
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

/** The store in a database of SQLite, in tables whose names begin with `sso_`. The program owns the database and closes it. */
export function sqliteStore(
  database: SqliteDatabase,
  { name = USUAL_STORE_NAME, clock = systemClock, logger = systemLogger }: SqliteStoreOptions = {},
): SsoStore<SqliteTransaction> {
  const db = statementsOver(database, { clock, prefix: tablePrefixOf(name, 'sqliteStore') })
  return {
    name: database.file === IN_MEMORY ? 'memory' : 'sqlite',
    ...schemaSteps({
      needed: NEEDED_VERSION,
      migrate: (migrating) => migrateSchema(db, database.file, migrating),
      state: () => schemaState(db),
      logger,
      place: { file: database.file },
    }),
    // Reads the file, too: a store that cannot be read does not answer.
    async now() {
      await schemaState(db)
      return clock.now()
    },
    ...storeStatements({ db, random: systemRandom }),
  }
}
