import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { bytesInOrder } from '../random.ts'
import { ConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable } from './database.ts'
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

/** Opens real connections, and says when each that was begun has become a connection of the pool. */
function notedOpener() {
  const open = connectionOpener(database.address, { settings: {}, connectMilliseconds: 10_000 })
  const begun: Promise<unknown>[] = []
  return {
    begun,
    open() {
      const opening = open()
      begun.push(opening)
      return opening
    },
    async allOpen() {
      await Promise.all(begun)
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}

// proves: threat-connections-replaced-at-once
test('connections that began together are replaced one after the other, and none lives longer than 45 minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { open, allOpen } = notedOpener()
  // The largest share of the spread, none, two thirds and one third. Those that come later live for the whole time.
  const shares = Buffer.from([0xff, 0xff, 0, 0, 0xaa, 0xaa, 0x55, 0x55, ...Buffer.alloc(64)])
  const pool = new ConnectionPool(open, () => 4, bytesInOrder(shares))
  // The first open connection may answer for the others. All are open when all have answered.
  await processesOf(pool)
  const first = await processesOf(pool)
  // The old ones answer until the new ones are open.
  const left = async () => {
    await processesOf(pool)
    await allOpen()
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

// proves: threat-last-connection-given-up
test('a connection that works is kept where the server takes no new one, and replaced when it takes one again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { open, allOpen } = notedOpener()
  let attempts = 0
  let isFull = false
  const pool = new ConnectionPool(
    async () => {
      attempts += 1
      if (isFull) throw new DatabaseUnavailable('53300: sorry, too many clients already')
      return open()
    },
    () => 1,
  )
  const first = await processesOf(pool)
  isFull = true
  vi.advanceTimersByTime(46 * MINUTE)
  expect(await processesOf(pool)).toEqual(first)
  expect(await processesOf(pool)).toEqual(first)
  // Not each statement tries it again.
  expect(attempts).toBe(2)
  isFull = false
  vi.advanceTimersByTime(2 * MINUTE)
  expect(await processesOf(pool)).toEqual(first)
  await allOpen()
  const [last] = await processesOf(pool)
  expect(first.has(last ?? 0)).toBe(false)
  await pool.close(1_000)
})

test('a transaction on a connection that is being replaced comes to its end', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { open, allOpen, begun } = notedOpener()
  const pool = new ConnectionPool(open, () => 1)
  await processesOf(pool)
  vi.advanceTimersByTime(46 * MINUTE)
  const pids = await pool.transaction(async (tx) => {
    const pid = () => tx.query<{ pid: number }>`select pg_backend_pid() as pid`
    const before = await pid()
    await allOpen()
    await processesOf(pool)
    return [before, await pid()]
  })
  expect(begun.length).toBeGreaterThan(1)
  expect(pids[1]).toEqual(pids[0])
  await pool.close(1_000)
})
