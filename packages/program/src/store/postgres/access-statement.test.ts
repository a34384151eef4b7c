import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { forty, openSession, sessionSample } from '../../testing/conformance-samples.ts'
import type { PgPoolLike } from './connection.ts'
import { loadBySelect, postgresStore } from './index.ts'

let database: TestDatabase
let schemas = 0

beforeAll(async () => {
  database = await createTestDatabase(10)
  // These columns have names of the store's own columns.
  await database.pool.query(
    'create table users (id text primary key, account_id text, generation int, ended_cause text)',
  )
  await database.pool.query(
    `insert into users select 'account-' || n, 'theirs', 99, 'theirs' from generate_series(1, 50) n`,
  )
})
afterAll(() => database.drop())

/** A pool that counts the statements that read access tokens. */
function counting(pool: PgPoolLike): { pool: PgPoolLike; asked: () => number } {
  let asked = 0
  const query: PgPoolLike['query'] = (statement, values) => {
    if (JSON.stringify(statement).includes('sso.access_hash')) asked += 1
    return pool.query(statement, values)
  }
  return { pool: { query, connect: () => pool.connect() }, asked: () => asked }
}

/** A store with fifty sessions of fifty accounts, and the program's own `load`. */
async function stage(
  select = 'select id, account_id, generation, ended_cause from users where id = $account_id',
) {
  schemas += 1
  const schema = `sso_${schemas}`
  const { pool, asked } = counting(database.pool)
  const store = postgresStore(pool, { schema, preparedStatements: true })
  await store.migrate()
  for (let n = 1; n <= 50; n += 1) await openSession(store, sessionSample(n, { accountId: `account-${n}` }))
  const { rows } = loadBySelect(pool, select, (row) => String(row['id']))
  return { store, schema, rows, asked, pool }
}

test('a session comes with its account, and no column of the one is taken for one of the other', async () => {
  const { store, rows } = await stage()
  const found = await store.findSessionByAccess('access-7', rows)
  const alone = await store.findSession(sessionSample(7).id)
  expect(found?.session).toEqual({ ...alone, readAt: expect.any(Date) })
  expect(found?.account).toEqual({
    id: 'account-7',
    account_id: 'theirs',
    generation: 99,
    ended_cause: 'theirs',
  })
  expect(found && rows.read(found.account ?? {})).toBe('account-7')
})

test('requests of one moment share a statement, and each gets its own session and account', async () => {
  const { store, rows, asked } = await stage()
  const names = [
    ...Array.from({ length: 50 }, (_, index) => `access-${index + 1}`),
    'access-9',
    'access-9',
    'nobody',
  ]
  const found = await Promise.all(names.map((name) => store.findSessionByAccess(name, rows)))
  expect(found.map((one) => one?.account?.['id'])).toEqual([
    ...Array.from({ length: 50 }, (_, index) => `account-${index + 1}`),
    ...['account-9', 'account-9', undefined],
  ])
  expect(found.at(-1)).toBeNull()
  expect(asked()).toBe(1)
})

test('a later request does not get the result of an earlier statement', async () => {
  const { store, rows } = await stage()
  const results = await forty(async (index) => {
    const id = sessionSample(index + 1).id
    await store.findSessionByAccess(`access-${index + 1}`, rows)
    await store.revokeSession(id, 'logout', new Date())
    return store.findSessionByAccess(`access-${index + 1}`, rows)
  })
  expect(new Set(results.map((found) => found?.session.endedCause))).toEqual(new Set(['logout']))
})

test('an account that is gone is null, and its session is still told', async () => {
  const { store, rows } = await stage(`select id from users where id = $account_id and id <> 'account-3'`)
  expect(await store.findSessionByAccess('access-3', rows)).toMatchObject({
    session: { accountId: 'account-3' },
    account: null,
  })
})

test('an account that cannot be read fails its own request and none of those that share its statement', async () => {
  const { store, rows } = await stage(
    `select id, 1 / (case when id = 'account-5' then 0 else 1 end) as one from users where id = $account_id`,
  )
  const names = ['access-4', 'access-5', 'access-6']
  const settled = await Promise.allSettled(names.map((name) => store.findSessionByAccess(name, rows)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('programs that read accounts differently and share a store never get each other’s rows', async () => {
  const { store, rows, pool } = await stage()
  const other = loadBySelect(
    pool,
    `select 'other' as id from users where id = $account_id`,
    (row) => row,
  ).rows
  const found = await Promise.all([
    store.findSessionByAccess('access-1', rows),
    store.findSessionByAccess('access-1', other),
    store.findSessionByAccess('access-1'),
  ])
  expect(found.map((one) => one?.account?.['id'])).toEqual(['account-1', 'other', undefined])
  expect(found[2]).not.toHaveProperty('account')
})

test('accounts of another pool are not looked for in the store’s database', async () => {
  const { store } = await stage()
  const { rows } = loadBySelect(
    counting(database.pool).pool,
    'select id from nowhere where id = $account_id',
    (row) => row,
  )
  expect(await store.findSessionByAccess('access-1', rows)).not.toHaveProperty('account')
})

test('if the database does not answer, every request of the statement fails at once, and later ones work', async () => {
  const { store, rows, asked, pool } = await stage()
  const real = pool.query
  Object.assign(pool, {
    query: async () => {
      throw Object.assign(new Error('the database is starting up'), { code: '57P03' })
    },
  })
  const settled = await Promise.allSettled(
    Array.from({ length: 30 }, () => store.findSessionByAccess('access-1', rows)),
  )
  expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(['rejected']))
  Object.assign(pool, { query: real })
  expect(await store.findSessionByAccess('access-1', rows)).toMatchObject({ account: { id: 'account-1' } })
  expect(asked()).toBe(1)
})

test('a select without $account_id is refused when the program starts', () => {
  expect(() => loadBySelect(database.pool, 'select id from users', (row) => row)).toThrow('$account_id')
  const other = 'select id from users where id = $account_id and id <> $1'
  expect(() => loadBySelect(database.pool, other, (row) => row)).toThrow(
    'the only parameter of the select is',
  )
})

test('a postgres.js client that was told to fetch no types reads, claims and commits as any other', async () => {
  const sql = postgres({
    host: database.host,
    port: database.port,
    user: database.user,
    database: database.name,
    max: 2,
    fetch_types: false,
  })
  const store = postgresStore(sql, { schema: 'sso_untyped' })
  await store.migrate()
  for (let n = 1; n <= 3; n += 1) await openSession(store, sessionSample(n))
  const ids = [1, 2, 3].map((n) => sessionSample(n).id)
  const found = await Promise.all(
    ['access-1', 'access-2', 'no"bo\\dy'].map((hash) => store.findSessionByAccess(hash)),
  )
  expect(found.map((one) => one?.session.id)).toEqual([ids[0], ids[1], undefined])
  const claims = await Promise.all(
    ids.map((sessionId) => store.claimCentral({ sessionId, staleMs: 1, leaseMs: 60_000 })),
  )
  expect(claims.map(({ kind }) => kind)).toEqual(['claimed', 'claimed', 'claimed'])
  const checkedAt = await store.now()
  const commits = await Promise.all(
    ids.map((sessionId) => store.commitCentral({ sessionId, fence: 1, checkedAt, leaseMs: 0 })),
  )
  expect(commits.every((at) => at !== null)).toBe(true)
  expect((await store.findSession(ids[0] ?? ''))?.centralCheckedAt).toEqual(checkedAt)
  await sql.end()
})

test('forty sessions are claimed and committed over and over by two stores at once, and each has one worker', async () => {
  const { pool, store: one, schema } = await stage()
  const two = postgresStore(pool, { schema })
  const working = new Set<string>()
  let works = 0
  const work = async (store: typeof one, n: number) => {
    const sessionId = sessionSample(n + 1).id
    const claim = await store.claimCentral({ sessionId, staleMs: 0, leaseMs: 60_000 })
    if (claim.kind !== 'claimed') return
    expect(working.has(sessionId)).toBe(false)
    working.add(sessionId)
    works += 1
    await new Promise((resolve) => void setImmediate(resolve))
    working.delete(sessionId)
    expect(await store.commitCentral({ sessionId, fence: claim.fence, leaseMs: 0 })).not.toBeNull()
  }
  const round = (store: typeof one) => forty((n) => work(store, store === one ? n : 39 - n))
  for (let rounds = 0; rounds < 10; rounds += 1) await Promise.all([round(one), round(two), round(one)])
  expect(works).toBeGreaterThanOrEqual(400)
})

test('no index of a session holds what a check writes, so that its update stays within the page (HOT)', async () => {
  const { schema } = await stage()
  const { rows } = await database.pool.query(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass`,
    [`${schema}.sessions`],
  )
  const indexed = rows.map(({ name }) => name)
  const written = [
    ...['central_checked_at', 'last_used_at', 'lease_until', 'fence'],
    ...['central_sealed', 'central_key_id', 'central_access_expires_at'],
  ]
  expect(written.filter((column) => indexed.includes(column))).toEqual([])
})
