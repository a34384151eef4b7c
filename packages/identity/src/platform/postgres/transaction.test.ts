import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testOnOneServer } from '../../../testing/one-server.ts'
import { type DatabasePool, openPool } from './connect.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { type FlakyDatabase, flakyDatabase } from './outage.fixture.ts'

// An error that the driver throws outside every promise would end the process. Then the test run fails.

let real: TestDatabase
let line: FlakyDatabase
let pool: DatabasePool

beforeAll(async () => {
  real = await createTestDatabase()
  line = await flakyDatabase(real)
  pool = openPool(line.database.address, { connections: 2, deadlineMilliseconds: 5_000, access: 'any' })
  await real.db.query`create table kept (n int)`
})
afterAll(async () => {
  await pool.close()
  await line.close()
  await real.drop()
})

/** Waits for several turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
}

async function backendOf(db: Database): Promise<number> {
  const [row] = await db.query<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

async function endBackend(pid: number): Promise<void> {
  await real.db.query`select pg_terminate_backend(${pid}, 5000)`
}

async function isWellAgain(): Promise<void> {
  await line.comeBack()
  let answer: readonly unknown[] = []
  for (let attempt = 0; attempt < 100 && answer.length === 0; attempt += 1) {
    answer = await pool.transaction((tx) => tx.query`insert into kept values (7) returning n`).catch(() => [])
  }
  expect(answer).toEqual([{ n: 7 }])
  await real.db.query`delete from kept where n = 7`
}

test('a connection that breaks under a statement of a transaction costs that transaction, and nothing else', async () => {
  const transaction = pool.transaction(async (tx) => {
    await tx.query`insert into kept values (1)`
    const waiting = tx.query`select pg_sleep(30)`
    await line.cutOff()
    await waiting
  })
  await expect(transaction).rejects.toThrow(DatabaseUnavailable)
  await settled()
  await isWellAgain()
  expect(await real.db.query`select n from kept where n = 1`).toEqual([])
})

test('a connection that breaks between two statements of a transaction costs that transaction, and nothing else', async () => {
  let after = 'not reached'
  const transaction = pool.transaction(async (tx) => {
    await tx.query`insert into kept values (2)`
    await line.cutOff()
    await settled()
    await tx.query`insert into kept values (2)`
    after = 'reached'
  })
  await expect(transaction).rejects.toThrow(DatabaseUnavailable)
  await settled()
  expect(after).toBe('not reached')
  await isWellAgain()
  expect(await real.db.query`select n from kept where n = 2`).toEqual([])
})

testOnOneServer(
  'a session that the server ends amid a transaction costs that transaction, and nothing else',
  async () => {
    const transaction = pool.transaction(async (tx) => {
      await tx.query`insert into kept values (3)`
      await endBackend(await backendOf(tx))
      await tx.query`insert into kept values (3)`
    })
    await expect(transaction).rejects.toThrow(DatabaseUnavailable)
    await settled()
    await isWellAgain()
    expect(await real.db.query`select n from kept where n = 3`).toEqual([])
  },
)

test('a session that the server ends because its transaction is idle costs that transaction, and nothing else', async () => {
  const transaction = pool.transaction(async (tx) => {
    await tx.query`insert into kept values (5)`
    const pid = await backendOf(tx)
    await tx.query`set local idle_in_transaction_session_timeout = '20ms'`
    await expect.poll(() => real.db.query`select pid from pg_stat_activity where pid = ${pid}`).toEqual([])
  })
  await expect(transaction).rejects.toThrow(DatabaseUnavailable)
  await settled()
  await isWellAgain()
  expect(await real.db.query`select n from kept where n = 5`).toEqual([])
})

test('a session that the server ends under a statement of a transaction costs that transaction, and nothing else', async () => {
  const transaction = pool.transaction(async (tx) => {
    const pid = await backendOf(tx)
    await Promise.all([tx.query`select pg_sleep(30)`, endBackend(pid)])
  })
  await expect(transaction).rejects.toThrow(DatabaseUnavailable)
  await settled()
  await isWellAgain()
})

// proves: threat-database-outage
test.each(['succeeds', 'fails'])(
  'work that %s after its connection broke costs that transaction, and nothing else',
  async (ending) => {
    const told = Promise.withResolvers<void>()
    const transaction = pool.transaction(async (tx) => {
      await tx.query`insert into kept values (4)`
      await line.cutOff()
      await told.promise
      if (ending === 'fails') throw new Error('It was all for nothing')
    })
    await expect(transaction).rejects.toThrow(DatabaseUnavailable)
    told.resolve()
    await settled()
    await isWellAgain()
    expect(await real.db.query`select n from kept where n = 4`).toEqual([])
  },
)

test('a transaction that fails by itself is rolled back on its connection, which goes on', async () => {
  const backends = new Set<number>()
  for (let time = 0; time < 5; time += 1) {
    const failed = pool.transaction(async (tx) => {
      backends.add(await backendOf(tx))
      await tx.query`insert into kept values (5)`
      await tx.query`select 1 / 0 as nothing`
    })
    await expect(failed).rejects.toThrow('division by zero')
  }
  expect(backends.size).toBeLessThanOrEqual(2)
  expect(await real.db.query`select n from kept where n = 5`).toEqual([])
})

test('of two transactions that wait for each other both come through: the one that PostgreSQL ends is run anew', async () => {
  await real.db.query`create table pair (n int primary key, by int[] not null default '{}')`
  await real.db.query`insert into pair values (1), (2)`
  const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const firstThrough = Promise.withResolvers<void>()
  const runs = [0, 0]
  const crossing = async (self: number, order: readonly [number, number]) => {
    await pool.transaction(async (tx) => {
      runs[self] = (runs[self] ?? 0) + 1
      // An immediate repetition could lock before the other transaction wakes up, and cause the deadlock again.
      if (runs[self] > 1) await firstThrough.promise
      await tx.query`update pair set by = by || ${self}::int where n = ${order[0]}`
      bothHold[self]?.resolve()
      await Promise.all(bothHold.map(({ promise }) => promise))
      await tx.query`update pair set by = by || ${self}::int where n = ${order[1]}`
    })
    firstThrough.resolve()
  }
  await Promise.all([crossing(0, [1, 2]), crossing(1, [2, 1])])
  expect(runs.toSorted()).toEqual([1, 2])
  expect(
    await real.db
      .query`select (select string_agg(each::text, ' ' order by each) from unnest(by) as each) as by from pair`,
  ).toEqual([{ by: '0 1' }, { by: '0 1' }])
})

test.each([
  { circles: 2, outcome: 'fulfilled' },
  { circles: 3, outcome: 'rejected' },
])('of a transaction that closes $circles circles in a row: $outcome', async ({ circles, outcome }) => {
  let begun = 0
  const work = pool.transaction(async (tx) => {
    begun += 1
    await tx.query`insert into kept values (7)`
    if (begun <= circles)
      await tx.query`do $$ begin raise exception 'a circle' using errcode = 'deadlock_detected'; end $$`
  })
  const [came] = await Promise.allSettled([work])
  expect(came.status).toBe(outcome)
  expect(begun).toBe(3)
  const kept = await real.db.query`delete from kept where n = 7 returning n`
  expect(kept).toHaveLength(outcome === 'fulfilled' ? 1 : 0)
})

test('what fails otherwise is not run again', async () => {
  let runs = 0
  const failed = pool.transaction(async (tx) => {
    runs += 1
    await tx.query`select 1 / 0 as nothing`
  })
  await expect(failed).rejects.toThrow('division by zero')
  expect(runs).toBe(1)
})

test('a value that is missing costs its own statement, and nobody gets the answer of another', async () => {
  const one = openPool(real.address, { connections: 1, deadlineMilliseconds: 5_000, access: 'any' })
  const echo = (value: string) => one.query`select ${value}::text as value`
  await echo('first')
  const missing = undefined as unknown as string
  const answers = await Promise.allSettled(['a', missing, 'b', 'c'].map(echo))
  expect(answers).toEqual([
    { status: 'fulfilled', value: [{ value: 'a' }] },
    { status: 'rejected', reason: new TypeError('A parameter is undefined') },
    { status: 'fulfilled', value: [{ value: 'b' }] },
    { status: 'fulfilled', value: [{ value: 'c' }] },
  ])
  const inTransaction = one.transaction(async (tx) => {
    await tx.query`insert into kept values (6)`
    await tx.query`select ${missing}::text`
  })
  await expect(inTransaction).rejects.toThrow('A parameter is undefined')
  await one.close()
  expect(await real.db.query`select n from kept where n = 6`).toEqual([])
})
