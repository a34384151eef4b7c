import { type Logger, systemLogger } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { centralStatements } from './central-statements.ts'
import {
  type Connection,
  type PgClientLike,
  type PgPoolLike,
  type PostgresJsLike,
  type PostgresJsTransaction,
  pgConnection,
  postgresJsConnection,
} from './connection.ts'
import { forgetAccount } from './forget-account.ts'
import { housekeepingLease } from './housekeeping-lease.ts'
import { housekeepingStatements } from './housekeeping-statements.ts'
import { identityStatements } from './identity-statements.ts'
import { fits, migrateSchema, NEEDED_VERSION, schemaState } from './migrations.ts'
import { revocationStatements } from './revocation-statements.ts'
import { rotateRefresh } from './rotation-statements.ts'
import { instant } from './rows.ts'
import { sessionStatements } from './session-statements.ts'
import { signInStatements } from './sign-in-statements.ts'

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,40}$/

/** The options of the store. */
export interface PostgresStoreOptions {
  /** The schema of its tables. `sso` by default. */
  readonly schema?: string
  /**
   * Whether statements are prepared on each connection. That saves PostgreSQL most of the work of a guarded request.
   * Without a value, the store finds out: yes if connections go to PostgreSQL directly, no behind a pooler, which may
   * use another backend for each transaction. Use `true` for a pooler that supports prepared statements (PgBouncer
   * from 1.21).
   */
  readonly preparedStatements?: boolean
  /** For tests: a clock in place of the database's clock. */
  readonly clock?: { now(): Date }
  /** Gets a warning if the schema is newer than this code. The console by default. */
  readonly logger?: Logger
}

/** The store over a `pg` pool. The program owns the pool and closes it. */
export function postgresStore(pool: PgPoolLike, options?: PostgresStoreOptions): SsoStore<PgClientLike>
/** The store over a postgres.js client. The program owns the client and closes it. */
export function postgresStore(
  sql: PostgresJsLike,
  options?: PostgresStoreOptions,
): SsoStore<PostgresJsTransaction>
export function postgresStore(
  client: PgPoolLike | PostgresJsLike,
  { schema = 'sso', preparedStatements, clock, logger = systemLogger }: PostgresStoreOptions = {},
): SsoStore<PgClientLike> | SsoStore<PostgresJsTransaction> {
  if (!SCHEMA_NAME.test(schema)) {
    throw new Error(
      `postgresStore: schema ${JSON.stringify(schema)} must be at most 41 lower-case letters, digits and _`,
    )
  }
  const statements = { preparedStatements }
  return 'begin' in client
    ? storeOver(atClock(postgresJsConnection(client, statements), clock), schema, logger)
    : storeOver(atClock(pgConnection(client, statements), clock), schema, logger)
}

/** The same connection, with the time of this clock in its statements. */
function atClock<Tx>(db: Connection<Tx>, clock: { now(): Date } | undefined): Connection<Tx> {
  if (!clock) return db
  const instantNow = () => `timestamptz '${clock.now().toISOString()}'`
  return {
    ...db,
    query: (text, values, tx) => db.query(text.replaceAll('clock_timestamp()', instantNow), values, tx),
  }
}

function storeOver<Tx>(db: Connection<Tx>, schema: string, log: Logger): SsoStore<Tx> {
  const logged = { isNewer: false }
  return {
    name: 'postgres',
    async migrate() {
      const { from, to, isNewer } = await migrateSchema(db, schema)
      if (isNewer && !logged.isNewer)
        log.log('warn', 'schema_is_newer', { schema, version: to, needed: NEEDED_VERSION })
      logged.isNewer ||= isNewer
      return { from, to }
    },
    async version() {
      const state = await schemaState(db, schema)
      return { current: state.version, needed: NEEDED_VERSION, fits: fits(state) }
    },
    async now() {
      const [row] = await db.query('select clock_timestamp() as at')
      return instant(row ?? {}, 'at')
    },
    ...signInStatements(db, schema),
    ...identityStatements(db, schema),
    forgetAccount: (accountId, now) => forgetAccount(db, schema, { accountId, now }),
    ...sessionStatements(db, schema),
    rotateRefresh: (rotation) => rotateRefresh(db, schema, rotation),
    ...centralStatements(db, schema),
    ...revocationStatements(db, schema),
    ...housekeepingStatements(db, schema),
    ...housekeepingLease(db, schema),
    close: async () => undefined,
  }
}
