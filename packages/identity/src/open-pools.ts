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
import { Workers } from './platform/postgres/workers.ts'

/** The pools of hot statements, and the most connections of each; of those to a distributed database, each worker gets its share. */
const HOT = {
  // As on one server: requests for a part of the citizens share a statement.
  parts: {
    connections: 1,
    connectionsIfDistributed: 1,
    access: 'by-key',
    plansIfDistributed: 'for all values',
  },
  reads: { connections: 1, connectionsIfDistributed: 8, access: 'by-key' },
  writes: { connections: 2, connectionsIfDistributed: 16, access: 'by-key' },
  asyncWrites: { connections: 1, connectionsIfDistributed: 4, access: 'by-key', commits: 'soon' },
} as const

type Name = keyof typeof HOT
type HotName = Exclude<Name, 'parts'>

/** The pools of one process, by their purpose. */
export type Pools = Readonly<Record<HotName, HotPool>> & {
  readonly db: DatabasePool
  readonly parts: DatabasePool
}

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
  const mains = forEachName((name) => openPool(address, { ...HOT[name], ...everyPool }))
  const workers = openWorkers(address, mains, options)
  const hot = (name: HotName) => {
    const pool = hotPool(mains[name], name, workers)
    return tracer ? tracedHotPool(pool, TRACED[name], tracer) : pool
  }
  const db = openPool(address, { connections, ...everyPool, access: 'any' })
  return {
    db: tracer ? tracedPool(db, 'db', tracer) : db,
    parts: mains.parts,
    ...{ reads: hot('reads'), writes: hot('writes'), asyncWrites: hot('asyncWrites') },
  }
}

/** Each worker has pools like those of the address, with its share of their connections, and a lease of its own. */
function openWorkers(
  address: DatabaseAddress,
  { reads, parts }: Readonly<Record<'reads' | 'parts', DatabasePool>>,
  { deadlineMilliseconds, random, fence, watchWorker }: PoolsOptions,
): Workers<Name> {
  return new Workers<Name>({
    db: reads,
    forParts: { name: 'parts', here: parts },
    open(server, among) {
      const place = atServer(address, server)
      const prove: Prove = (worker) => proveMember(worker, { group: server.group, named: parts })
      const watched = watchWorker?.(place, prove)
      const pools = forEachName((name) =>
        openPool(place, {
          ...HOT[name],
          deadlineMilliseconds,
          prove,
          ...(random && { random }),
          ...(fence && { fence }),
          ...(watched && { lease: watched.lease }),
          connectionsIfDistributed: Math.ceil(HOT[name].connectionsIfDistributed / among),
          notConnected: (error) => new NotConnected('A worker cannot be reached', { cause: error }),
        }),
      )
      const close = async () => {
        await Promise.all([...Object.values(pools).map((pool) => pool.close()), watched?.stop()])
      }
      return { pools, close }
    },
  })
}

function forEachName<Value>(make: (name: Name) => Value): Readonly<Record<Name, Value>> {
  return {
    parts: make('parts'),
    reads: make('reads'),
    writes: make('writes'),
    asyncWrites: make('asyncWrites'),
  }
}

/** The names of the pools in traces. */
const TRACED: Readonly<Record<HotName, string>> = {
  reads: 'reads',
  writes: 'writes',
  asyncWrites: 'async-writes',
}
