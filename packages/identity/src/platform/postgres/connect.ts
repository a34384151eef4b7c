import type { Random } from '../random.ts'
import { type DatabaseAddress, namesSeveral, type SessionSettings } from './address.ts'
import { ConnectionPool, type PoolLoad } from './connection-pool.ts'
import type { Database, Layout } from './database.ts'
import { Deadline, DeadlineMissed } from './deadline.ts'
import { fitToLayout } from './layout.ts'
import { connectionOpener } from './open-connection.ts'
import { unavailable } from './outage.ts'
import type { ServerLease } from './server-lease.ts'
import { ON_PRIMARY } from './session.ts'
import type { TimelineFence } from './timeline-fence.ts'

export type { DatabaseAddress } from './address.ts'

/** The options of a pool. */
export interface PoolOptions {
  /**
   * The most connections; one more is opened if transactions use all. Statements share connections, so with 1 all
   * statements use one pipelined connection. A transaction has a connection for itself.
   */
  readonly connections: number
  /**
   * The most connections to a distributed database, where a statement takes longer and each connection runs one at a time.
   * The default is `connections`.
   */
  readonly connectionsIfDistributed?: number
  /** Whether a statement to a distributed database has one plan for all values. It has where no value says which server answers. */
  readonly plansIfDistributed?: 'by values' | 'for all values'
  /** The most milliseconds of one statement or transaction. Then its request gets 503. */
  readonly deadlineMilliseconds: number
  /** The most milliseconds for which a statement waits for a lock. The default is as long as the statement may take. */
  readonly lockMilliseconds?: number
  /** Whether statements read only by primary key: then a sequential scan is planned only if nothing else is possible. */
  readonly access: 'any' | 'by-key'
  /**
   * Whether a commit waits until it is on disk (or what the server's `synchronous_commit` says). Otherwise a crash of the
   * server may lose the last commits of half a second.
   */
  readonly commits?: 'durable' | 'soon'
  /** Whether a single server may be a replica. Of several servers, the primary is used in any case. */
  readonly server?: 'primary' | 'any'
  /** Randomness for the times at which connections are replaced. */
  readonly random?: Random
  /** Refuses a server that is an old primary. All pools of a process share one. */
  readonly fence?: TimelineFence
  /** Asks over each new connection, and throws where the server is another one than the address means. */
  readonly prove?: (db: Pick<Database, 'query'>) => Promise<void>
  /** What callers get where no connection can be opened. The default is the error itself. */
  readonly notConnected?: (error: unknown) => unknown
  /** Which errors are an outage for the callers of this pool, beside those that are one for all. */
  readonly isAway?: (error: unknown) => boolean
  /** Nothing is answered while the server has not proven lately that it is still the primary. All pools of a process share one. */
  readonly lease?: ServerLease
}

/** A pool of connections that recovers by itself. */
export interface DatabasePool extends Database {
  /** What it does at this moment, for the metrics. */
  load(): PoolLoad
  close(): Promise<void>
}

/** If a connection owes an answer and has given none for this long, it is closed. */
const STUCK_MILLISECONDS = 5_000

const CONNECT_MILLISECONDS = 2_000

/** The most time of running work when a pool is closed. */
const CLOSE_MILLISECONDS = 5_000

/** Opens a pool. It connects at the first statement, and reconnects at the next statement after a failure. */
export function openPool(address: DatabaseAddress, options: PoolOptions): DatabasePool {
  const settings = settingsOf(address, options)
  const open = connectionOpener(address, {
    settings,
    connectMilliseconds: CONNECT_MILLISECONDS,
    fence: options.fence,
    prove: options.prove,
  })
  let layout: Layout | undefined
  const openFitted = async () => {
    const connection = await open()
    layout = await fitToLayout(connection, layout, options.plansIfDistributed)
    return connection
  }
  const openOrSay = () =>
    openFitted().catch((error: unknown) => {
      throw options.notConnected?.(error) ?? error
    })
  const { connections, connectionsIfDistributed = connections } = options
  const most = () => (layout === 'distributed' ? connectionsIfDistributed : connections)
  const pool = new ConnectionPool(openOrSay, most, options.random)
  const deadline = new Deadline(options.deadlineMilliseconds)
  const { lease } = options
  const guard = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (lease?.isOver()) await lease.regained()
    try {
      const answer = await deadline.over(ask())
      // The server may have been an old primary when it was asked, if this process was not running meanwhile.
      if (lease?.isOver()) await lease.regained()
      return answer
    } catch (error) {
      if (error instanceof DeadlineMissed) pool.discardSilent(STUCK_MILLISECONDS)
      throw options.isAway?.(error) ? unavailable(error) : error
    }
  }
  const query: Database['query'] = (statement, ...values) => guard(() => pool.query(statement, values))
  return {
    query,
    transaction(work) {
      let isGivenUp = false
      return guard(() => pool.transaction(work, () => isGivenUp)).finally(() => (isGivenUp = true))
    },
    async layout() {
      if (!layout) await query`select 1`
      return layout ?? 'one-server'
    },
    load: () => pool.load(),
    close: () => pool.close(CLOSE_MILLISECONDS),
  }
}

/**
 * Hot statements join a few given keys with one row each, by primary key, in the written order. With the statistics of new
 * or quickly growing tables, the planner may choose scans that only seem cheap, and a prepared plan keeps them. So the
 * planner may use only nested loops over index scans.
 */
const BY_KEY_PLANS = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  join_collapse_limit: 1,
  jit: 'off',
} as const

function settingsOf(address: DatabaseAddress, options: PoolOptions): SessionSettings {
  return {
    application_name: 'portico',
    // A statement that waited for a row must see the new version, whatever the server's own setting is.
    default_transaction_isolation: 'read committed',
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: options.deadlineMilliseconds * 2,
    idle_in_transaction_session_timeout: 10_000,
    ...(options.server === 'any' && !namesSeveral(address) ? {} : ON_PRIMARY),
    ...(options.access === 'by-key' ? BY_KEY_PLANS : {}),
    ...(options.lockMilliseconds && { lock_timeout: options.lockMilliseconds }),
    ...(options.commits === 'soon' ? { synchronous_commit: 'off' } : {}),
  }
}
