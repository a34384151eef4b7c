import type { DatabasePool } from './connect.ts'
import type { PoolLoad } from './connection-pool.ts'
import type { HotDatabase } from './database.ts'
import type { PartUse } from './parts.ts'
import type { PoolPair, Workers } from './workers.ts'

/** A pool for hot statements. */
export interface HotPool extends DatabasePool, HotDatabase {}

/** Makes the pools of the named server one for hot statements, with those of the same name at the workers of a distributed database. */
export function hotPool<Name extends string>(
  { whole, parts }: PoolPair,
  { name, use, workers }: { readonly name: Name; readonly use: PartUse; readonly workers: Workers<Name> },
): HotPool {
  return {
    ...whole,
    async near(citizenId) {
      if ((await whole.layout()) === 'one-server') return whole
      return (await workers.workerWith(citizenId))?.instead(whole, name) ?? whole
    },
    async part(citizenId) {
      return (await whole.layout()) === 'one-server' ? undefined : workers.partWith(citizenId, name, use)
    },
    load: () => [whole, parts, ...workers.pools(name)].map((pool) => pool.load()).reduce(sum),
    async close() {
      await Promise.all([whole.close(), parts.close(), workers.close()])
    },
  }
}

function sum(one: PoolLoad, other: PoolLoad): PoolLoad {
  return {
    connections: one.connections + other.connections,
    statements: one.statements + other.statements,
    transactions: one.transactions + other.transactions,
    waiting: one.waiting + other.waiting,
  }
}
