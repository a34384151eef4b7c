import type { DatabasePool } from './connect.ts'
import type { PoolLoad } from './connection-pool.ts'
import type { HotDatabase } from './database.ts'
import type { Workers } from './workers.ts'

/** A pool for hot statements. */
export interface HotPool extends DatabasePool, HotDatabase {}

/** Makes a pool one for hot statements, with those of the same name at the workers of a distributed database. */
export function hotPool<Name extends string>(
  main: DatabasePool,
  name: Name,
  workers: Workers<Name>,
): HotPool {
  return {
    ...main,
    async near(citizenId) {
      if ((await main.layout()) === 'one-server') return main
      return (await workers.workerWith(citizenId))?.instead(main, name) ?? main
    },
    async part(citizenId) {
      return (await main.layout()) === 'one-server' ? undefined : workers.partWith(citizenId)
    },
    load: () => [main, ...workers.pools(name)].map((pool) => pool.load()).reduce(sum),
    async close() {
      await Promise.all([main.close(), workers.close()])
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
