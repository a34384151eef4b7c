import type { Foundation } from './platform/foundation.ts'
import { atServer } from './platform/postgres/address.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'
import { type Database, NotConnected } from './platform/postgres/database.ts'
import { type HotPool, hotPool } from './platform/postgres/hot-pool.ts'
import { proveMember } from './platform/postgres/same-cluster.ts'
import type { ServerLease } from './platform/postgres/server-lease.ts'
import { tracedHotPool, tracedPool } from './platform/postgres/traced.ts'
import { type PoolPair, Workers } from './platform/postgres/workers.ts'

/**
 * The pools of hot statements, and the most connections of each: on one server, and those to a distributed database for whole tables and for parts, of which
 * each worker gets its share.
 */
const HOT = {
  reads: { use: 'reads', commits: 'durable', connections: 1, ifDistributed: { whole: 8, parts: 1 } },
  writes: { use: 'writes', commits: 'durable', connections: 2, ifDistributed: { whole: 16, parts: 8 } },
  asyncWrites: { use: 'writes', commits: 'soon', connections: 1, ifDistributed: { whole: 4, parts: 2 } },
} as const

type HotName = keyof typeof HOT

/**
 * What a part waits for a lock holds up those of other parts that are sent over the same connection. After this time its requests go the other way, where each waits by
 * itself.
 */
const LOCK_MILLISECONDS = 500

/** The pools of one process, by their purpose. */
export type Pools = Readonly<Record<HotName, HotPool>> & { readonly db: DatabasePool }

/** A worker of a distributed database that is looked at meanwhile. */
export interface WatchedWorker {
  readonly lease: ServerLease
  stop(): Promise<void>
}

/** Throws where a server is not the worker that is meant. */
export type Prove = (db: Pick<Database, 'query'>) => Promise<void>

interface PoolsOptions
  extends Pick<PoolOptions, 'deadlineMilliseconds' | 'random' | 'fence' | 'lease'>,
    Pick<Foundation, 'tracer'> {
  /** The most connections for what is not hot. */
  readonly connections: number
  /** Begins to look at a worker, and to renew its lease. */
  readonly watchWorker?: (address: DatabaseAddress, prove: Prove) => WatchedWorker
}

/** Opens the pools of a service. */
export function openPools(address: DatabaseAddress, options: PoolsOptions): Pools {
  const { connections, tracer, ...everyPool } = options
  const here = forEachName((name) => openPair(address, name, everyPool))
  const workers = openWorkers(address, here, options)
  const hot = (name: HotName) => {
    const pool = hotPool(here[name], { name, use: HOT[name].use, workers })
    return tracer ? tracedHotPool(pool, TRACED[name], tracer) : pool
  }
  const db = openPool(address, { connections, ...everyPool, access: 'any' })
  return { db: tracer ? tracedPool(db, 'db', tracer) : db, ...forEachName(hot) }
}

/** Opens the pools of a server for one purpose, each with its share of the connections to a distributed database. */
function openPair(
  address: DatabaseAddress,
  name: HotName,
  everyPool: Omit<PoolOptions, 'connections' | 'access'>,
  among = 1,
): PoolPair {
  const { commits, connections, ifDistributed } = HOT[name]
  const open = (kind: keyof PoolPair, more: Partial<PoolOptions> = {}) =>
    openPool(address, {
      ...{ ...everyPool, ...more, commits, connections, access: 'by-key' },
      connectionsIfDistributed: Math.ceil(ifDistributed[kind] / among),
    })
  return {
    whole: open('whole'),
    // As on one server: requests for a part of the citizens share a statement.
    parts: open('parts', { plansIfDistributed: 'for all values', lockMilliseconds: LOCK_MILLISECONDS }),
  }
}

/** Each worker has pools like those of the address, with its share of their connections, and a lease of its own. */
function openWorkers(
  address: DatabaseAddress,
  here: Readonly<Record<HotName, PoolPair>>,
  { deadlineMilliseconds, random, fence, watchWorker }: PoolsOptions,
): Workers<HotName> {
  const named = here.reads.parts
  return new Workers<HotName>({
    db: here.reads.whole,
    here: forEachName((name) => here[name].parts),
    open(server, among) {
      const place = atServer(address, server)
      const prove: Prove = (worker) => proveMember(worker, { group: server.group, named })
      const watched = watchWorker?.(place, prove)
      const everyPool = {
        ...{ deadlineMilliseconds, prove },
        ...(random && { random }),
        ...(fence && { fence }),
        ...(watched && { lease: watched.lease }),
        notConnected: (error: unknown) => new NotConnected('A worker cannot be reached', { cause: error }),
      }
      const pools = forEachName((name) => openPair(place, name, everyPool, among))
      const close = async () => {
        const all = Object.values(pools).flatMap(({ whole, parts }) => [whole.close(), parts.close()])
        await Promise.all([...all, watched?.stop()])
      }
      return { pools, close }
    },
  })
}

function forEachName<Value>(make: (name: HotName) => Value): Readonly<Record<HotName, Value>> {
  return { reads: make('reads'), writes: make('writes'), asyncWrites: make('asyncWrites') }
}

/** The names of the pools in traces. */
const TRACED: Readonly<Record<HotName, string>> = {
  reads: 'reads',
  writes: 'writes',
  asyncWrites: 'async-writes',
}
