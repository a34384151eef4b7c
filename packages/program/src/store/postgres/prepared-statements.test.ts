import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Pooler, startPooler } from '../../../testing/pooler.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { pgConnection, postgresJsConnection, type Row } from './connection.ts'
import { preparedStatements } from './prepared-statements.ts'

let database: TestDatabase
let pooler: Pooler
const endings: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase(1)
  pooler = await startPooler()
})
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})
afterAll(async () => {
  await pooler.close()
  await database.drop()
})

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** One connection of either driver, to the server or to the pooler in front of it. */
function queryOver(driver: string, { host, port }: { host: string; port: number }, setting?: boolean): Query {
  const place = { host, port, user: database.user, database: database.name, max: 1 }
  const options = { preparedStatements: setting }
  if (driver === 'pg') {
    const pool = new pg.Pool(place)
    endings.push(() => pool.end())
    return pgConnection(pool, options).query
  }
  const sql = postgres({ ...place, fetch_types: false })
  endings.push(() => sql.end())
  return postgresJsConnection(sql, options).query
}

const KEPT = 'select count(*)::int as count from pg_prepared_statements'

/**
 * How many plans the connection keeps after some statements with values; it has one connection, so what is found out
 * is known by then.
 */
async function keptBy(query: Query): Promise<unknown> {
  for (const value of [1, 2, 3, 4, 5])
    expect(await query('select $1::int as value', [value])).toEqual([{ value }])
  return (await query(KEPT))[0]?.['count']
}

test.each([
  ['pg', 'at the server itself', 1],
  ['pg', 'behind a pooler', 0],
  ['postgres.js', 'at the server itself', 1],
  ['postgres.js', 'behind a pooler', 0],
])('over %s, a store %s finds out whether it may prepare statements', async (driver, place, kept) => {
  const query = queryOver(driver, place.startsWith('behind') ? pooler : database)
  expect(await keptBy(query)).toBe(kept)
})

test.each(['pg', 'postgres.js'])('over %s, the program’s own setting has precedence', async (driver) => {
  expect(await keptBy(queryOver(driver, pooler, true))).toBe(1)
  expect(await keptBy(queryOver(driver, database, false))).toBe(0)
})

test('if a connection has lost its prepared statements, as behind a new pooler, no result is lost and nothing is prepared again', async () => {
  const query = queryOver('pg', database, true)
  expect(await keptBy(query)).toBe(1)
  await query('deallocate all')
  expect(await keptBy(query)).toBe(0)
})

test('if another backend has a prepared statement of this name, no result is lost', async () => {
  const query = queryOver('pg', database, true)
  await query('select 1')
  const { nameOf } = preparedStatements(true, async () => true)
  const text = 'select $1::int as value'
  await query(`prepare ${nameOf(text)} as select 1`)
  expect(await query(text, [7])).toEqual([{ value: 7 }])
})

test('if a table gets a column after its statement was prepared, no result is lost, and the statement is prepared again', async () => {
  const query = queryOver('pg', database, true)
  await query('create table grown (id int)')
  await query('insert into grown values (1)')
  const read = () => query('select * from grown where id = $1', [1])
  expect(await read()).toEqual([{ id: 1 }])
  await query('alter table grown add more int')
  expect(await read()).toEqual([{ id: 1, more: null }])
  expect(await read()).toEqual([{ id: 1, more: null }])
  expect(await query(`${KEPT} where name like 'sso_1_%'`)).toEqual([{ count: 1 }])
})

test('in a transaction, a lost prepared statement fails the transaction, and the next one prepares nothing', async () => {
  const pool = new pg.Pool({ ...database, database: database.name, max: 1 })
  endings.push(() => pool.end())
  const { query, transaction } = pgConnection(pool, { preparedStatements: true })
  const read = (tx?: pg.PoolClient) => query('select $1::int as value', [1], tx)
  await read()
  await query('deallocate all')
  const work = () => transaction((tx) => read(tx as pg.PoolClient))
  await expect(work()).rejects.toThrow('does not exist')
  expect(await work()).toEqual([{ value: 1 }])
})

test('a database that is away is asked again, one question at a time, and until then nothing is prepared', async () => {
  let asked = 0
  const answers = [new Error('away'), new Error('away'), true]
  const prepared = preparedStatements(undefined, async () => {
    const answer = answers[asked]
    asked += 1
    if (answer instanceof Error) throw answer
    return answer === true
  })
  expect([prepared.areOn(), prepared.areOn(), asked]).toEqual([false, false, 1])
  await expect.poll(() => prepared.areOn()).toBe(true)
  expect([prepared.areOn(), asked]).toEqual([true, 3])
})

test.each([new Error('connection terminated'), { code: '23505' }, { code: 'ECONNREFUSED' }, null, undefined])(
  'an error that is not about preparing (%j) is not mended by sending the statement again',
  (error) => {
    const prepared = preparedStatements(true, async () => true)
    expect([prepared.isAboutPreparing(error), prepared.areOn()]).toEqual([false, true])
  },
)
