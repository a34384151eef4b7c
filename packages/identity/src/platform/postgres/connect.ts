import type { Random } from '../random.ts'
import { type DatabaseAddress, namesSeveral, type SessionSettings } from './address.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Database } from './database.ts'
import { Deadline, DeadlineMissed } from './deadline.ts'
import { connectionOpener } from './open-connection.ts'
import { ON_PRIMARY } from './session.ts'

export type { DatabaseAddress } from './address.ts'

/** How a pool of connections behaves. */
export interface PoolOptions {
  /**
   * Connections at most, and one more where transactions have them all. Statements share them, so that 1 makes all
   * statements go over one pipelined connection; a transaction has one for itself.
   */
  readonly connections: number
  /** How long one statement or transaction may take before its request is answered 503, in milliseconds. */
  readonly deadlineMilliseconds: number
  /** Whether statements read by primary key alone: sequential scans are then planned only where nothing else is possible. */
  readonly access: 'any' | 'by-key'
  /**
   * Whether a commit is answered when it is on disk (or wherever the server's own settings say), or before: then a server
   * that crashes may lose the commits of its last half second, one after the other from the end.
   */
  readonly commits?: 'durable' | 'soon'
  /** Whether one that is named alone may be a replica; of several the primary is found in any case. */
  readonly server?: 'primary' | 'any'
  /** Spreads the time at which connections are replaced. */
  readonly random?: Random
}

/** A pool of connections that heals by itself. */
export interface DatabasePool extends Database {
  close(): Promise<void>
}

/** A connection that was asked and has answered nothing for this long is given up, and a new one is made. */
const STUCK_MILLISECONDS = 5_000

const CONNECT_MILLISECONDS = 2_000

/** What is under way when a pool is closed may take this long. */
const CLOSE_MILLISECONDS = 5_000

/** Opens a pool. No connection is made before the first statement, and each failure heals at the next one. */
export function openPool(address: DatabaseAddress, options: PoolOptions): DatabasePool {
  const settings = settingsOf(address, options)
  const open = connectionOpener(address, { settings, connectMilliseconds: CONNECT_MILLISECONDS })
  const pool = new ConnectionPool(open, options.connections, options.random)
  const deadline = new Deadline(options.deadlineMilliseconds)
  const guard = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await deadline.over(answer)
    } catch (error) {
      if (error instanceof DeadlineMissed) pool.discardSilent(STUCK_MILLISECONDS)
      throw error
    }
  }
  return {
    query: (statement, ...values) => guard(pool.query(statement, values)),
    transaction(work) {
      let isGivenUp = false
      const answer = pool.transaction(work, () => isGivenUp)
      return guard(answer).finally(() => (isGivenUp = true))
    },
    close: () => pool.close(CLOSE_MILLISECONDS),
  }
}

/**
 * Statements of hot paths join a handful of asked keys with one row each, by primary key, in the order that they are
 * written. Statistics of young or quickly growing tables talk the planner into scans that look cheap and are not, and a
 * prepared plan would keep them; so it is offered nothing but nested loops over index scans.
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
    // Whoever waited for a row has to see what was written meanwhile, whatever the server's own setting is.
    default_transaction_isolation: 'read committed',
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: options.deadlineMilliseconds * 2,
    idle_in_transaction_session_timeout: 10_000,
    ...(options.server === 'any' && !namesSeveral(address) ? {} : ON_PRIMARY),
    ...(options.access === 'by-key' ? BY_KEY_PLANS : {}),
    ...(options.commits === 'soon' ? { synchronous_commit: 'off' } : {}),
  }
}
