import type { Foundation } from './platform/foundation.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'
import { tracedPool } from './platform/postgres/traced.ts'
import type { Tracer } from './platform/tracer.ts'

/** The pools of one process, by their purpose. */
export type Pools = Readonly<
  Record<keyof Pick<Foundation, 'db' | 'reads' | 'writes' | 'asyncWrites'>, DatabasePool>
>

/** Opens the pools of a service; `connections` are those for what is not hot. */
export function openPools(
  address: DatabaseAddress,
  {
    connections,
    tracer,
    ...everyPool
  }: Pick<PoolOptions, 'connections' | 'deadlineMilliseconds' | 'random' | 'fence' | 'lease'> &
    Pick<Foundation, 'tracer'>,
): Pools {
  const open = (how: Pick<PoolOptions, 'connections' | 'connectionsIfDistributed' | 'access' | 'commits'>) =>
    openPool(address, { ...how, ...everyPool })
  const pools = {
    db: open({ connections, access: 'any' }),
    reads: open({ connections: 1, connectionsIfDistributed: 8, access: 'by-key' }),
    writes: open({ connections: 2, connectionsIfDistributed: 16, access: 'by-key' }),
    asyncWrites: open({ connections: 1, connectionsIfDistributed: 4, access: 'by-key', commits: 'soon' }),
  }
  return tracer ? traced(pools, tracer) : pools
}

function traced(pools: Pools, tracer: Tracer): Pools {
  const { db, reads, writes, asyncWrites } = pools
  return {
    db: tracedPool(db, 'db', tracer),
    reads: tracedPool(reads, 'reads', tracer),
    writes: tracedPool(writes, 'writes', tracer),
    asyncWrites: tracedPool(asyncWrites, 'async-writes', tracer),
  }
}
