import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openPool, type PoolOptions } from './connect.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function commitsOf(options: Pick<PoolOptions, 'commits'>): Promise<unknown> {
  const pool = openPool(database.address, {
    connections: 1,
    deadlineMilliseconds: 20_000,
    access: 'any',
    ...options,
  })
  const [row] = await pool.query<{ setting: string }>`select current_setting('synchronous_commit') as setting`
  await pool.close()
  return row?.setting
}

test('only a pool whose commits may come soon is answered before they are on disk', async () => {
  expect(await commitsOf({ commits: 'soon' })).toBe('off')
  expect(await commitsOf({ commits: 'durable' })).toBe('on')
})

test('any other leaves to the server what it waits for', async () => {
  await database.db
    .query`do $$ begin execute format('alter database %I set synchronous_commit = local', current_database()); end $$`
  expect([await commitsOf({}), await commitsOf({ commits: 'soon' })]).toEqual(['local', 'off'])
})

test('every pool sees what was written while it waited, whatever the server begins transactions with', async () => {
  await database.db
    .query`do $$ begin execute format('alter database %I set default_transaction_isolation = serializable', current_database()); end $$`
  const pool = openPool(database.address, { connections: 1, deadlineMilliseconds: 20_000, access: 'by-key' })
  const level = await pool.transaction(
    (tx) => tx.query`select current_setting('transaction_isolation') as level`,
  )
  await pool.close()
  expect(level).toEqual([{ level: 'read committed' }])
})
