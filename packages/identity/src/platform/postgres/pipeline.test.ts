import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type DatabasePool, openPool } from './connect.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table kept (n int primary key check (n <> 13))`
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`truncate kept`)

async function withPool<Value>(
  connections: number,
  work: (pool: DatabasePool) => Promise<Value>,
): Promise<Value> {
  const pool = openPool(database.address, { connections, deadlineMilliseconds: 20_000, access: 'any' })
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

async function keptRows(): Promise<readonly number[]> {
  const rows = await database.db.query<{ n: number }>`select n from kept order by n`
  return rows.map(({ n }) => n)
}

test('statements that share a connection fail by themselves: before, at and after they run', async () => {
  const outcomes = await withPool(1, async (pool) => {
    const insert = (n: number | string) => pool.query`insert into kept values (${n}) returning n`
    const wrong = () => pool.query`select no_such_column from kept`
    const asked = [
      insert(1),
      wrong(),
      insert('no number'),
      insert(2),
      insert(13),
      wrong(),
      insert(1),
      insert(3),
    ]
    return Promise.allSettled(asked)
  })
  expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
    [{ n: 1 }],
    '42703',
    '22P02',
    [{ n: 2 }],
    '23514',
    '42703',
    '23505',
    [{ n: 3 }],
  ])
  expect(await keptRows()).toEqual([1, 2, 3])
})

test.each([1, 2, 3])(
  'no statement gets into the transaction of somebody else, from the first one over %i connections on',
  async (connections) => {
    await withPool(connections, async (pool) => {
      const abandon = (n: number) =>
        pool.transaction(async (tx) => {
          await tx.query`insert into kept values (${n})`
          throw new Error('abandoned')
        })
      const keep = (n: number) => pool.query`insert into kept values (${n})`
      const asked = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? abandon(n + 100) : keep(n + 100)))
      await Promise.allSettled(asked)
    })
    expect(await keptRows()).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 100).filter((n) => (n - 100) % 3 !== 0),
    )
  },
)

test('while transactions have every connection, statements go on over one of their own', async () => {
  const seen = await withPool(1, (pool) =>
    pool.transaction(async (tx) => {
      await tx.query`insert into kept values (1)`
      return pool.query`select count(*) as rows from kept`
    }),
  )
  expect(seen).toEqual([{ rows: 0 }])
})

test('a transaction whose failed statement was passed over is rolled back, and says so', async () => {
  const failed = withPool(1, (pool) =>
    pool.transaction(async (tx) => {
      await tx.query`insert into kept values (1)`
      await tx.query`select 1 / 0`.catch(() => undefined)
      return 'done'
    }),
  )
  await expect(failed).rejects.toThrow('division by zero')
  expect(await keptRows()).toEqual([])
})

test('a statement that comes after the end of its transaction is refused', async () => {
  await withPool(1, async (pool) => {
    const tx = await pool.transaction(async (open) => open)
    await expect(tx.query`insert into kept values (1)`).rejects.toThrow('The transaction is over')
  })
  expect(await keptRows()).toEqual([])
})

test('a prepared statement whose table has changed is prepared anew, in transactions, too', async () => {
  await withPool(3, async (pool) => {
    const read = (db: Pick<DatabasePool, 'query'>) => db.query`select * from changing`
    await database.db.query`create table changing (a int)`
    const readAll = () => Promise.all([1, 2, 3, 4].flatMap(() => [read(pool), pool.transaction(read)]))
    await readAll()
    await database.db.query`alter table changing add column b int`
    for (const rows of await readAll()) expect(rows).toEqual([])
    await database.db.query`alter table changing alter column a type text`
    for (const rows of await readAll()) expect(rows).toEqual([])
  })
})

test('columns come as numbers, booleans, bytes and parsed JSON, and everything else as text', async () => {
  const [row] = await database.db.query`
    select 9007199254740991::bigint as big, 7::smallint as small, 1.5::float8 as float, true as yes, null::int as none,
           ${Buffer.from([0, 92, 255])}::bytea as bytes, '{"a":[1]}'::jsonb as json, 'null'::json as nothing,
           1.50::numeric as exact, '2026-01-02 03:04:05Z'::timestamptz at time zone 'UTC' as at,
           '{a,b}'::text[] as list, ${['c', 'd"e']}::text[] = '{c,"d\\"e"}' as same`
  expect(row).toEqual({
    big: 9007199254740991,
    small: 7,
    float: 1.5,
    yes: true,
    none: null,
    bytes: Buffer.from([0, 92, 255]),
    json: { a: [1] },
    nothing: null,
    exact: '1.50',
    at: '2026-01-02 03:04:05',
    list: '{a,b}',
    same: true,
  })
})
