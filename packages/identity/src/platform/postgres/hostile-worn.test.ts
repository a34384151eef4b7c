import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { ConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable } from './database.ts'
import { connectionOpener } from './open-connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => void vi.useRealTimers())
const statement = (text: TemplateStringsArray) => text

test('a connection that works is not given up where the server takes no new one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const open = connectionOpener(database.address, { settings: {}, connectMilliseconds: 10_000 })
  let isFull = false
  const pool = new ConnectionPool(async () => {
    if (isFull) throw new DatabaseUnavailable('53300: sorry, too many clients already')
    return open()
  }, 1)
  await pool.query(statement`select 1 as one`, [])
  isFull = true
  vi.advanceTimersByTime(46 * 60_000)
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => pool.query(statement`select 1 as one`, []).then(
      () => 'answered',
      (error: unknown) => String(error),
    )),
  )
  expect(outcomes).toEqual(['answered', 'answered', 'answered'])
  await pool.close(1_000)
})
