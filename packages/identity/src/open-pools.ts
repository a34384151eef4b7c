import type { Foundation } from './platform/foundation.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
  type PoolOptions,
} from './platform/postgres/connect.ts'

/** The pools of one process, by their purpose. */
export type Pools = Readonly<
  Record<keyof Pick<Foundation, 'db' | 'reads' | 'writes' | 'passing'>, DatabasePool>
>

/** Opens the pools of a service; `connections` are those for what is not hot. */
export function openPools(
  address: DatabaseAddress,
  { connections, ...everyPool }: Pick<PoolOptions, 'connections' | 'deadlineMilliseconds' | 'random'>,
): Pools {
  const open = (how: Pick<PoolOptions, 'connections' | 'connectionsIfDistributed' | 'access' | 'commits'>) =>
    openPool(address, { ...how, ...everyPool })
  return {
    db: open({ connections, access: 'any' }),
    reads: open({ connections: 1, connectionsIfDistributed: 8, access: 'by-key' }),
    writes: open({ connections: 2, connectionsIfDistributed: 16, access: 'by-key' }),
    passing: open({ connections: 1, connectionsIfDistributed: 4, access: 'by-key', commits: 'soon' }),
  }
}
