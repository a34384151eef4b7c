import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { starterAccounts } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(20)
  // So that the statements of the test do not wait for new connections.
  await Promise.all(Array.from({ length: 20 }, () => database.pool.query('select pg_sleep(0.2)')))
})
afterAll(() => database.drop())

test('twenty instances that start at the same moment make the table together', async () => {
  for (const table of ['first', 'second', 'third']) {
    const instances = Array.from({ length: 20 }, () => starterAccounts(database.pool, { table }))
    const loaded = await Promise.all(instances.map((accounts) => accounts.load('nobody')))
    expect(loaded).toEqual(Array(20).fill(null))
  }
})

test('a table that cannot be made is told', async () => {
  const accounts = starterAccounts(database.pool, { table: 'missing_schema.citizens' })
  await expect(accounts.load('nobody')).rejects.toMatchObject({ code: '3F000' })
})
