import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testOnOneServer } from '../../../testing/one-server.ts'
import { openPool } from './connect.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Database } from './database.ts'
import { connectionOpener } from './open-connection.ts'

/** PostgreSQL ends a statement after twice this time, in true time; the clock here is moved by the tests. */
const LONG_MILLISECONDS = 30_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => void vi.useRealTimers())

/** A pool whose deadlines pass when the test says so. */
function poolWithMovedTime(connections: number, deadlineMilliseconds = LONG_MILLISECONDS) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  return openPool(database.address, { connections, deadlineMilliseconds, access: 'any' })
}

async function processOf(db: Database): Promise<number | undefined> {
  const [row] = await db.query<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid
}

/** Holds a lock until it is told to let it go: whoever asks for the same one gets no answer meanwhile. */
async function holdLock(): Promise<() => Promise<void>> {
  const open = connectionOpener(database.address, { settings: {}, connectMilliseconds: 10_000 })
  // It has no deadline.
  const holder = new ConnectionPool(open, () => 1)
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = holder.transaction(async (tx) => {
    await tx.query`select pg_advisory_xact_lock(1)`
    held.resolve()
    await over.promise
  })
  await held.promise
  return async () => {
    over.resolve()
    await holding
    await holder.close(10_000)
  }
}

/** A transaction that is amid its work until it is told to end. */
async function beginTransaction(pool: Database) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const outcome = pool
    .transaction(async (tx) => {
      const before = await processOf(tx)
      begun.resolve()
      await end.promise
      return (await processOf(tx)) === before
    })
    .catch((error: unknown) => error)
  await begun.promise
  return { outcome, end: () => end.resolve() }
}

const waitForLock = (pool: Database) =>
  pool.query`select pg_advisory_xact_lock(1)`.catch((error: unknown) => error)

// proves: threat-stuck-connection
test('after a quiet time, a statement that is given up breaks off nothing that has just begun, not even itself', async () => {
  const pool = poolWithMovedTime(2, 4_000)
  const processes = new Set<unknown>()
  // Two statements may share the first connection, if it answers before the second one is open.
  while (processes.size < 2)
    for (const process of await Promise.all([processOf(pool), processOf(pool)])) processes.add(process)
  const release = await holdLock()
  vi.advanceTimersByTime(60_000)
  const slow = waitForLock(pool)
  vi.advanceTimersByTime(3_000)
  const other = await beginTransaction(pool)
  vi.advanceTimersByTime(1_000)
  expect(String(await slow)).toContain('in time')
  other.end()
  expect(await other.outcome).toBe(true)
  await release()
  expect([...processes]).toContain(await processOf(pool))
  vi.useRealTimers()
  await pool.close()
})

// proves: threat-stuck-connection
test('a connection that was asked and is silent for 5 s is broken off when a deadline is missed, and no transaction of another one', async () => {
  const pool = poolWithMovedTime(2)
  const release = await holdLock()
  const processes = await Promise.all([processOf(pool), processOf(pool)])
  const silent = waitForLock(pool)
  vi.advanceTimersByTime(LONG_MILLISECONDS / 2)
  const other = await beginTransaction(pool)
  vi.advanceTimersByTime(LONG_MILLISECONDS / 2)
  expect(String(await silent)).toContain('in time')
  // The transaction has one of the two, so this one is new.
  expect(processes).not.toContain(await processOf(pool))
  other.end()
  expect(await other.outcome).toBe(true)
  await release()
  vi.useRealTimers()
  await pool.close()
})

// proves: threat-stuck-connection
testOnOneServer('an error is an answer as well: a connection that has just given one is kept', async () => {
  const pool = poolWithMovedTime(1)
  const process = await processOf(pool)
  const release = await holdLock()
  const [first, second] = [waitForLock(pool), waitForLock(pool)]
  vi.advanceTimersByTime(LONG_MILLISECONDS - 1_000)
  await database.db.query`select pg_cancel_backend(${process ?? 0})`
  expect(String(await first)).not.toContain('in time')
  vi.advanceTimersByTime(1_000)
  expect(String(await second)).toContain('in time')
  await release()
  expect(await processOf(pool)).toBe(process)
  vi.useRealTimers()
  await pool.close()
})

// proves: threat-transaction-after-refusal
test('a transaction that was given up while it waited for a connection is not begun later', async () => {
  const pool = poolWithMovedTime(1)
  const holder = await beginTransaction(pool)
  let begun = 0
  const later = Array.from({ length: 3 }, () =>
    pool
      .transaction(async () => {
        begun += 1
      })
      .catch((error: unknown) => error),
  )
  vi.advanceTimersByTime(LONG_MILLISECONDS)
  for (const refusal of await Promise.all(later)) expect(String(refusal)).toContain('in time')
  const last = pool.transaction(async () => 'done')
  holder.end()
  expect(await last).toBe('done')
  expect(begun).toBe(0)
  vi.useRealTimers()
  await pool.close()
})
