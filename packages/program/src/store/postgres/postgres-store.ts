import { type Logger, systemLogger } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { instant } from '../rows.ts'
import { schemaSteps } from '../schema-state.ts'
import { plainStatements } from '../statements/index.ts'
import { centralStatements } from './central-statements.ts'
import { commonStatements } from './common-statements.ts'
import {
  type Connection,
  type PgClientLike,
  type PgPoolLike,
  type PostgresJsLike,
  type PostgresJsTransaction,
  pgConnection,
  postgresJsConnection,
} from './connection.ts'
import { fencePool } from './fenced-pool.ts'
import { forgetAccount } from './forget-account.ts'
import { housekeepingLease } from './housekeeping-lease.ts'
import { housekeepingStatements } from './housekeeping-statements.ts'
import { leased } from './leased.ts'
import { lookingElsewhere } from './look-elsewhere.ts'
import { migrateSchema, NEEDED_VERSION, schemaState } from './migrations.ts'
import { askClient, askPool } from './proof-statement.ts'
import { revocationStatements } from './revocation-statements.ts'
import { rotateRefresh } from './rotation-statements.ts'
import { ServerLease } from './server-lease.ts'
import { sessionStatements } from './session-statements.ts'
import { signInStatements } from './sign-in-statements.ts'
import { rememberTimeline, storeNewer } from './stored-timeline.ts'
import { ticketStatements } from './ticket-statements.ts'
import { type TimelineFence, timelineFence } from './timeline-fence.ts'
import { tryDriver } from './try-driver.ts'

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
  const guards = guardsOf(client, logger)
  const rest = { ...guards, schema, log: logger }
  const { lease } = guards
  if ('begin' in client)
    return storeOver(atClock(leased(postgresJsConnection(client, statements), lease), clock), rest)
  return storeOver(atClock(leased(pgConnection(client, statements), lease), clock), rest)
}

/** What keeps a store from an old primary. */
interface Guards {
  readonly fence: TimelineFence
  readonly lease: ServerLease
}

const guarded = new WeakMap<object, Guards>()

/** The same per pool or client, even if several stores use it. */
function guardsOf(client: PgPoolLike | PostgresJsLike, log: Logger): Guards {
  const known = guarded.get(client)
  if (known) return known
  const fence = timelineFence(log)
  const guards = { fence, lease: leaseOn(client, fence, log) }
  guarded.set(client, guards)
  return guards
}

function leaseOn(client: PgPoolLike | PostgresJsLike, fence: TimelineFence, log: Logger): ServerLease {
  if ('begin' in client) return new ServerLease({ ask: () => askClient(client), fence, log })
  fencePool(client, fence)
  return new ServerLease({ ask: () => askPool(client), look: lookingElsewhere(client, fence), fence, log })
}

/** The same connection, with the time of this clock in its statements. */
function atClock<Tx>(db: Connection<Tx>, clock: { now(): Date } | undefined): Connection<Tx> {
  if (!clock) return db
  const instantNow = () => `timestamptz '${clock.now().toISOString()}'`
  return {
    ...db,
    query: (text, values, tx) => db.query(text.replaceAll('clock_timestamp()', instantNow), values, tx),
    queryForProgram: (text, values) =>
      db.queryForProgram(text.replaceAll('clock_timestamp()', instantNow), values),
  }
}

interface StoreNeeds extends Guards {
  readonly schema: string
  readonly log: Logger
}

function storeOver<Tx>(db: Connection<Tx>, { schema, fence, lease, log }: StoreNeeds): SsoStore<Tx> {
  storeNewer({ db, schema, fence })
  const common = commonStatements(db, schema)
  const target = { db, schema, common }
  return {
    // The steps below do in one statement what takes other databases several.
    ...plainStatements({ db: common }),
    name: 'postgres',
    ...schemaSteps({
      needed: NEEDED_VERSION,
      async migrate(migrating) {
        const migrated = await migrateSchema(db, schema, migrating)
        await tryDriver(db)
        await rememberTimeline({ db, schema, fence })
        return migrated
      },
      async state() {
        await tryDriver(db)
        return schemaState(common, schema)
      },
      logger: log,
      place: { schema },
    }),
    async now() {
      const [row] = await db.query('select clock_timestamp() as at')
      return instant(row ?? {}, 'at')
    },
    acknowledged: () => lease.acknowledged(),
    ...signInStatements(target),
    forgetAccount: (accountId, now) => forgetAccount(target, { accountId, now }),
    ...sessionStatements(target),
    rotateRefresh: (rotation) => rotateRefresh(target, rotation),
    ...ticketStatements(db, schema),
    ...centralStatements(db, schema),
    ...revocationStatements(db, schema),
    ...housekeepingStatements(db, schema),
    ...housekeepingLease(db, schema),
  }
}
