import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { bytesInOrder } from '../random.ts'
import { ConnectionPool } from './connection-pool.ts'
import { connectionOpener } from './open-connection.ts'

const MINUTE = 60_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => void vi.useRealTimers())

const statement = (text: TemplateStringsArray) => text

/** The backends that answer four statements at the same moment. */
async function processesOf(pool: ConnectionPool): Promise<ReadonlySet<number>> {
  const asked = Array.from({ length: 4 }, () =>
    pool.query<{ pid: number }>(statement`select pg_backend_pid() as pid`, []),
  )
  return new Set((await Promise.all(asked)).flat().map(({ pid }) => pid))
}

// proves: threat-connections-replaced-at-once
test('connections that began together are replaced one after the other, and none lives longer than 45 minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const open = connectionOpener(database.address, { settings: {}, connectMilliseconds: 10_000 })
  // The largest share of the spread, none, two thirds and one third. Later connections live for the whole time.
  const shares = Buffer.from([0xff, 0xff, 0, 0, 0xaa, 0xaa, 0x55, 0x55, ...Buffer.alloc(64)])
  const pool = new ConnectionPool(open, 4, bytesInOrder(shares))
  // The first open connection may answer for the others. All are open when all have answered.
  await processesOf(pool)
  const first = await processesOf(pool)
  const left = async () => {
    const now = await processesOf(pool)
    return [...first].filter((pid) => now.has(pid)).length
  }
  expect(first.size).toBe(4)
  vi.advanceTimersByTime(29 * MINUTE)
  expect(await left()).toBe(4)
  for (const expected of [3, 2, 1]) {
    vi.advanceTimersByTime(5 * MINUTE)
    expect(await left()).toBe(expected)
  }
  vi.advanceTimersByTime(2 * MINUTE)
  expect(await left()).toBe(0)
  await pool.close(1_000)
})
