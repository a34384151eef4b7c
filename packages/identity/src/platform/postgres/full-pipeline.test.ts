import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type DatabasePool, openPool } from './connect.ts'

// The driver sends up to 100 statements ahead over one connection. If the `begin` was the last of them, other statements
// got the connection with an open transaction that nothing would commit.

const FULL = 100

const POOL = { deadlineMilliseconds: 20_000, access: 'any', commits: 'soon' } as const

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table told (n int primary key)`
})
afterAll(() => database.drop())

/** All of it waits while every connection is in use, and is sent over the first free one. */
async function whileHeld(pool: DatabasePool, connections: number, work: () => Promise<unknown>[]) {
  const release = Promise.withResolvers<void>()
  const held = Array.from({ length: connections }, () => Promise.withResolvers<void>())
  const holders = held.map(({ resolve }) =>
    pool.transaction(async (tx) => {
      await tx.query`select 1`
      resolve()
      await release.promise
    }),
  )
  await Promise.all(held.map(({ promise }) => promise))
  const waiting = work()
  release.resolve()
  await Promise.all(holders)
  return Promise.allSettled(waiting)
}

async function rowsOfTold(): Promise<readonly number[]> {
  const rows = await database.db.query<{ n: number }>`delete from told returning n`
  return rows.map(({ n }) => n).toSorted((one, other) => one - other)
}

test.each([1, 2])(
  'what %i connections have acknowledged is kept, whatever place of a full pipeline a transaction has',
  async (connections) => {
    const pool = openPool(database.address, { ...POOL, connections })
    const told: number[] = []
    const tell = async (n: number, writer: Pick<DatabasePool, 'query'> = pool) => {
      await writer.query`insert into told values (${n})`
      told.push(n)
    }
    const refused: unknown[] = []
    for (let before = FULL - 3; before <= FULL + 3; before += 1) {
      const outcomes = await whileHeld(pool, connections, () =>
        Array.from({ length: before + 20 }, (_, place) => {
          const n = before * 1_000 + place
          return place === before ? pool.transaction((tx) => tell(n, tx)) : tell(n)
        }),
      )
      refused.push(...outcomes.filter(({ status }) => status === 'rejected'))
    }
    await pool.close()
    expect(refused).toEqual([])
    expect(await rowsOfTold()).toEqual(told.toSorted((one, other) => one - other))
  },
)

test('three hundred transactions that waited for two connections are all kept', async () => {
  const pool = openPool(database.address, { ...POOL, connections: 2 })
  const outcomes = await whileHeld(pool, 2, () =>
    Array.from({ length: 3 * FULL }, (_, n) =>
      pool.transaction((tx) => tx.query`insert into told values (${n})`),
    ),
  )
  await pool.close()
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await rowsOfTold()).toEqual(Array.from({ length: 3 * FULL }, (_, n) => n))
})
