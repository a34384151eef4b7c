import { type DatabaseAddress, namesSeveral, openClient, type SqlClient } from './address.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { createDeadline } from './deadline.ts'
import { isOutage } from './outage.ts'
import { askOf, ON_PRIMARY } from './primary.ts'
import { runStatement, runTransaction } from './transaction.ts'

export type { DatabaseAddress } from './address.ts'

/** How a pool of connections behaves. */
export interface PoolOptions {
  /** Connections at most for statements by themselves; 1 makes all of them share one pipelined connection. */
  readonly connections: number
  /** Connections at most for transactions, which none of the others carries; as many as `connections` unless told. */
  readonly transactionConnections?: number
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
}

/** A pool of connections that heals by itself. */
export interface DatabasePool extends Database {
  close(): Promise<void>
}

/** A server that has answered nothing for this long is given up, and new connections are made. */
const STUCK_MILLISECONDS = 5_000

/** Opens a pool. No connection is made before the first statement, and each failure heals at the next one. */
export function openPool(address: DatabaseAddress, options: PoolOptions): DatabasePool {
  let clients = createClients(address, options)
  let lastAnswerAt = performance.now()

  const replaceStuck = () => {
    if (performance.now() - lastAnswerAt < STUCK_MILLISECONDS) return
    const stuck = clients
    clients = createClients(address, options)
    lastAnswerAt = performance.now()
    void endClients(stuck, 0).catch(() => undefined)
  }
  const ask = askOf(address)
  const deadline = createDeadline(options.deadlineMilliseconds)
  const guard = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      const value = await deadline.over(answer)
      lastAnswerAt = performance.now()
      return value
    } catch (error) {
      if (error instanceof DatabaseUnavailable) replaceStuck()
      throw isOutage(error)
        ? new DatabaseUnavailable('The database cannot be reached', { cause: error })
        : error
    }
  }
  return {
    query: (statement, ...values) => guard(ask(() => runStatement(clients.statements, statement, values))),
    transaction: (work) => guard(ask(() => runTransaction(clients.transactions, work))),
    close: () => endClients(clients, 5),
  }
}

/**
 * Statements and transactions share no connection. The driver (postgres 3.4.9) sends up to 100 statements ahead over a
 * connection; a `begin` that is the one to fill it, it forgets to keep the connection for: the transaction stays open
 * there, and whatever others write over that connection is acknowledged and never committed.
 */
interface Clients {
  readonly statements: SqlClient
  readonly transactions: SqlClient
}

function createClients(address: DatabaseAddress, options: PoolOptions): Clients {
  const { connections, transactionConnections = connections } = options
  return {
    statements: createSql(address, options, connections),
    transactions: createSql(address, options, transactionConnections),
  }
}

async function endClients({ statements, transactions }: Clients, timeoutSeconds: number): Promise<void> {
  await Promise.all([statements, transactions].map((sql) => sql.end({ timeout: timeoutSeconds })))
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

function createSql(address: DatabaseAddress, options: PoolOptions, connections: number): SqlClient {
  return openClient(address, {
    max: connections,
    connect_timeout: 2,
    backoff: (tries: number) => Math.min(2 ** tries * 0.05, 1),
    connection: {
      application_name: 'portico',
      // Whoever waited for a row has to see what was written meanwhile, whatever the server's own setting is.
      default_transaction_isolation: 'read committed',
      plan_cache_mode: 'force_generic_plan',
      statement_timeout: options.deadlineMilliseconds * 2,
      idle_in_transaction_session_timeout: 10_000,
      ...(options.server === 'any' && !namesSeveral(address) ? {} : ON_PRIMARY),
      ...(options.access === 'by-key' ? BY_KEY_PLANS : {}),
      ...(options.commits === 'soon' ? { synchronous_commit: 'off' } : {}),
    },
  })
}
