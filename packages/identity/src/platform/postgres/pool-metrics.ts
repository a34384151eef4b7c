import type { Metric } from '../metric.ts'
import { namesOf } from '../names-of.ts'
import type { DatabasePool } from './connect.ts'
import type { PoolLoad } from './connection-pool.ts'

const WHAT: Readonly<Record<keyof PoolLoad, readonly [name: string, help: string]>> = {
  connections: ['portico_database_connections', 'Connections to the database, by pool.'],
  statements: ['portico_database_statements_in_flight', 'Statements without an answer, by pool.'],
  transactions: ['portico_database_transactions', 'Open transactions, by pool.'],
  waiting: ['portico_database_transactions_waiting', 'Transactions that wait for a connection, by pool.'],
}

/** What each of these pools does, by its name. */
export function poolMetrics(pools: Readonly<Record<string, Pick<DatabasePool, 'load'>>>): readonly Metric[] {
  return namesOf(WHAT).map((part) => {
    const [name, help] = WHAT[part]
    const read = () =>
      Object.entries(pools).map(([pool, { load }]) => ({ labels: { pool }, value: load()[part] }))
    return { name, help, kind: 'gauge', read }
  })
}
