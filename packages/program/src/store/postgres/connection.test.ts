import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import {
  type Connection,
  type PgClientLike,
  type PostgresJsTransaction,
  pgConnection,
  postgresJsConnection,
} from './connection.ts'

/** A pool as a program makes it. Only the store has a listener on it. */
let database: TestDatabase
let pool: pg.Pool
let connection: Connection<PgClientLike>
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

beforeAll(async () => {
  database = await createTestDatabase(1)
  process.on('uncaughtExceptionMonitor', note)
})
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', note)
  await database.drop()
})

beforeEach(() => {
  const { host, port, user, name } = database
  pool = new pg.Pool({ host, port, user, database: name, max: 1 })
  connection = pgConnection(pool, UNPREPARED)
})
afterEach(async () => {
  await pool.end()
  expect(uncaught).toEqual([])
})

const UNPREPARED = { preparedStatements: false }

/** Ends connections, as a stopped server or an operator does. */
async function endBackendOf(tx?: PgClientLike): Promise<void> {
  const [row] = await connection.query('select pg_backend_pid() as pid', [], tx)
  await database.pool.query('select pg_terminate_backend($1)', [row?.['pid']])
}

// proves: program-database-broken-connection
test('a connection that the server ends between two statements fails its transaction, and not the process', async () => {
  // `once` of node:events would also listen for errors, so it is not used.
  const ended = new Promise<void>((resolve) => {
    pool.once('connect', (client) => void client.once('end', resolve))
  })
  const transaction = connection.transaction(async (tx) => {
    await endBackendOf(tx)
    await ended
    return connection.query('select 1', [], tx)
  })
  await expect(transaction).rejects.toThrow()
  expect(await connection.query('select 2 as two')).toEqual([{ two: 2 }])
})

// proves: program-database-broken-connection
test('an idle connection that the server ends is replaced, and not the end of the process', async () => {
  const removed = new Promise((resolve) => void pool.once('remove', resolve))
  await endBackendOf()
  await removed
  expect(await connection.query('select 3 as three')).toEqual([{ three: 3 }])
})

test('a transaction that throws is rolled back, and its connection serves on without our listener', async () => {
  await connection.query('create table kept (one int)')
  const thrown = connection.transaction(async (tx) => {
    await connection.query('insert into kept values (1)', [], tx)
    throw new Error('not today')
  })
  await expect(thrown).rejects.toThrow('not today')
  expect(await connection.query('select * from kept')).toEqual([])
  const client = await pool.connect()
  const before = client.listenerCount('error')
  client.release()
  await connection.transaction(async () => undefined)
  const again = await pool.connect()
  expect([pool.totalCount, again.listenerCount('error')]).toEqual([1, before])
  again.release()
})

test.each(['between two statements of', 'under a statement of', 'after the last statement of'])(
  'with postgres.js, too, a connection that the server ends %s a transaction fails that, and not the process',
  async (when) => {
    const { host, port, user, name } = database
    const sql = postgres({ host, port, user, database: name, max: 1, fetch_types: false })
    const overSql = postgresJsConnection(sql, UNPREPARED)
    const end = async (tx: PostgresJsTransaction) => {
      const [row] = await overSql.query('select pg_backend_pid() as pid', [], tx)
      return () => database.pool.query('select pg_terminate_backend($1, 5000)', [row?.['pid']])
    }
    const transaction = overSql.transaction(async (tx) => {
      const ended = (await end(tx))()
      if (when.startsWith('under')) await Promise.all([overSql.query('select pg_sleep(30)', [], tx), ended])
      else await ended
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
      return when.startsWith('after') ? [] : overSql.query('select 1', [], tx)
    })
    await expect(transaction).rejects.toThrow()
    // The driver may report the error of the last connection again at the next statement.
    let answer: readonly unknown[] = []
    for (let attempt = 0; attempt < 20 && answer.length === 0; attempt += 1) {
      await new Promise((resolve) => void setImmediate(resolve))
      answer = await overSql.query('select 4 as four').catch(() => [])
    }
    expect(answer).toEqual([{ four: 4 }])
    await expect(overSql.transaction((tx) => overSql.query('select 1 / 0', [], tx))).rejects.toThrow(
      'division',
    )
    await sql.end()
  },
)

test.each([1, 2])(
  'with postgres.js, too, what is acknowledged over %i connections is kept, whatever place of a full pipeline a transaction has',
  async (connections) => {
    const { host, port, user, name } = database
    const quick = { connection: { synchronous_commit: 'off' }, fetch_types: false } as const
    const sql = postgres({ host, port, user, database: name, max: connections, ...quick })
    const overSql = postgresJsConnection(sql, { preparedStatements: true })
    await overSql.query('create table told (n int primary key)')
    const told: number[] = []
    const tell = async (n: number, tx?: PostgresJsTransaction) => {
      await overSql.query('insert into told values ($1)', [n], tx)
      told.push(n)
    }
    const blocker = await database.pool.connect()
    for (let before = 97; before <= 103; before += 1) {
      await blocker.query('select pg_advisory_lock(7)')
      const waiting = Array.from({ length: connections }, () =>
        overSql.query('select pg_advisory_xact_lock_shared(7)'),
      )
      const tellSome = (first: number, count: number) =>
        Array.from({ length: count }, (_, place) => tell(before * 1_000 + first + place))
      const sentBefore = tellSome(0, before * connections)
      await new Promise((resolve) => void setImmediate(resolve))
      const transaction = overSql.transaction((tx) => tell(before * 1_000 + 900, tx))
      await new Promise((resolve) => void setImmediate(resolve))
      const sentAfter = tellSome(901, 20)
      await blocker.query('select pg_advisory_unlock(7)')
      await Promise.all([...waiting, ...sentBefore, transaction, ...sentAfter])
    }
    blocker.release()
    await sql.end()
    const rows = await connection.query('select n from told order by n')
    await connection.query('drop table told')
    expect(rows.map((row) => row['n'])).toEqual(told.toSorted((one, other) => one - other))
  },
)

test('with postgres.js, too, a value that is missing costs its own statement, and nobody gets the answer of another', async () => {
  const { host, port, user, name } = database
  const sql = postgres({ host, port, user, database: name, max: 1, fetch_types: false })
  const overSql = postgresJsConnection(sql, { preparedStatements: true })
  const echo = (value: unknown) => overSql.query('select $1::text as value', [value])
  await echo('first')
  const answers = await Promise.allSettled(['a', undefined, 'b', 'c'].map(echo))
  expect(answers).toEqual([
    { status: 'fulfilled', value: [{ value: 'a' }] },
    { status: 'rejected', reason: new TypeError('A parameter is undefined') },
    { status: 'fulfilled', value: [{ value: 'b' }] },
    { status: 'fulfilled', value: [{ value: 'c' }] },
  ])
  const inTransaction = overSql.transaction((tx) => overSql.query('select $1::text', [undefined], tx))
  await expect(inTransaction).rejects.toThrow('A parameter is undefined')
  expect(await echo('last')).toEqual([{ value: 'last' }])
  await sql.end()
})

const PREPARED = 'select count(*)::int as count from pg_prepared_statements'

test.each([
  ['asked for', true, 1],
  ['not asked for', false, 0],
])(
  'statements with values are prepared once on a connection where that is %s',
  async (_name, setting, kept) => {
    const { host, port, user, name } = database
    const sql = postgres({ host, port, user, database: name, max: 1, fetch_types: false })
    const options = { preparedStatements: setting }
    for (const { query } of [pgConnection(pool, options), postgresJsConnection(sql, options)]) {
      for (const value of [7, 8, 9])
        expect(await query('select $1::int as value', [value])).toEqual([{ value }])
      expect(await query(PREPARED)).toEqual([{ count: kept }])
    }
    await sql.end()
  },
)

test('a prepared statement keeps nothing from one call to the next, and fails for the one alone that is wrong', async () => {
  const { query } = pgConnection(pool, { preparedStatements: true })
  expect(await query('select 6 / $1::int as six', [1])).toEqual([{ six: 6 }])
  await expect(query('select 6 / $1::int as six', [0])).rejects.toThrow('division by zero')
  expect(await query('select 6 / $1::int as six', [3])).toEqual([{ six: 2 }])
})

test('many stores over one pool listen to it once', () => {
  for (let made = 0; made < 12; made += 1) pgConnection(pool, UNPREPARED)
  expect(pool.listenerCount('error')).toBe(1)
})
