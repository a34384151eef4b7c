import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { valuesOf } from '../../../testing/metric-values.ts'
import { openPool } from './connect.ts'
import { poolMetrics } from './pool-metrics.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// proves: seeing-metrics
test('the metrics say what each pool does: connections, statements, transactions, and those that wait', async () => {
  const pool = openPool(database.address, { connections: 1, deadlineMilliseconds: 20_000, access: 'any' })
  const metrics = poolMetrics({ db: pool })
  const now = async () => {
    const parts = ['connections', 'statements_in_flight', 'transactions', 'transactions_waiting']
    return Promise.all(parts.map(async (part) => (await valuesOf(metrics, `portico_database_${part}`))['db']))
  }
  expect(await now()).toEqual([0, 0, 0, 0])
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held = pool.transaction(async (tx) => {
    await tx.query`select 1`
    begun.resolve()
    await release.promise
  })
  await begun.promise
  const waits = pool.transaction((tx) => tx.query`select 1`)
  expect(await now()).toEqual([1, 0, 1, 1])
  // The one connection is the transaction's, so one more is opened for a statement.
  const asked = pool.query`select 1`
  expect((await now()).slice(0, 2)).toEqual([2, 1])
  release.resolve()
  await Promise.all([held, waits, asked])
  expect((await now()).slice(1)).toEqual([0, 0, 0])
  await pool.close()
})
