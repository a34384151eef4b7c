import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { Connection } from './connection.ts'
import { precede } from './statement.ts'
import type { Serializable } from './values.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table kept (n int primary key, bytes bytea, words text[], fact boolean)`
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`truncate kept`)

/** A connection that counts what PostgreSQL sends. */
async function counted<Value>(
  work: (connection: Connection, counts: Readonly<Record<string, number>>) => Promise<Value>,
): Promise<Value> {
  const { socketDir, port, user, database: name } = database.address
  const client = new pg.Client({ host: socketDir, port, user, database: name, pipeline: true })
  const counts: Record<string, number> = {
    parseComplete: 0,
    rowDescription: 0,
    noData: 0,
    commandComplete: 0,
  }
  await client.connect()
  for (const message of Object.keys(counts))
    client.connection.on(message, () => (counts[message] = (counts[message] ?? 0) + 1))
  const connection = new Connection(client)
  try {
    return await work(connection, counts)
  } finally {
    await connection.close(5_000)
  }
}

const template = (texts: TemplateStringsArray, ..._values: readonly unknown[]) => texts
const DOUBLED = template`select ${0}::int as n, ${0}::int * 2 as "twice"`
const INSERTED = template`insert into kept (n) values (${0}) returning n`
const DELETED = template`delete from kept`
const PARSED = template`select ${0}::json as value`

const codeOf = (error: Error & { code?: string }) => error.code

test('a statement is prepared and described once on a connection', async () => {
  await counted(async (connection, counts) => {
    for (const n of [1, 2, 3]) expect(await connection.query(DOUBLED, [n, n])).toEqual([{ n, twice: n * 2 }])
    await Promise.all([4, 5].map((n) => connection.query(DOUBLED, [n, n])))
    expect(counts).toMatchObject({ parseComplete: 1, rowDescription: 1, commandComplete: 5 })
  })
})

test('whoever asks before the first description has arrived gets its own rows', async () => {
  const asked = [1, 2, 3, 4].map((n) => n * 10)
  const answers = await counted((connection) =>
    Promise.all(asked.map((n) => connection.query(DOUBLED, [n, n]))),
  )
  expect(answers).toEqual(asked.map((n) => [{ n, twice: n * 2 }]))
})

test('a statement without rows is not described again', async () => {
  await counted(async (connection, counts) => {
    for (const rows of [[], [], []]) expect(await connection.query(DELETED, [])).toEqual(rows)
    expect(counts).toMatchObject({ parseComplete: 1, noData: 1, commandComplete: 3 })
  })
})

test('a statement whose first use was refused after it was prepared is used again', async () => {
  await database.db.query`insert into kept (n) values (1)`
  await counted(async (connection, counts) => {
    expect(await connection.query(INSERTED, [1]).catch(codeOf)).toBe('23505')
    expect(await connection.query(INSERTED, ['x']).catch(codeOf)).toBe('22P02')
    expect(await connection.query(INSERTED, [2])).toEqual([{ n: 2 }])
    expect(await connection.query(INSERTED, [2]).catch(codeOf)).toBe('23505')
    expect(await connection.query(INSERTED, [3])).toEqual([{ n: 3 }])
    expect(counts['rowDescription']).toBeGreaterThan(0)
  })
})

test('a refused value leaves the answers of the others where they belong', async () => {
  const answers = await counted(async (connection) => {
    await connection.query(DOUBLED, [0, 0])
    const asked: readonly (readonly Serializable[])[] = [
      [1, 1],
      ['x', 1],
      [2, 2],
      [null, 3],
      [4, 'y'],
      [5, 5],
    ]
    return Promise.all(asked.map((values) => connection.query(DOUBLED, values).catch(codeOf)))
  })
  expect(answers).toEqual([
    [{ n: 1, twice: 2 }],
    '22P02',
    [{ n: 2, twice: 4 }],
    [{ n: null, twice: 6 }],
    '22P02',
    [{ n: 5, twice: 10 }],
  ])
})

test.each<[string, Serializable, string]>([
  ['bytes', Buffer.from('\u0000\u00ff"\\', 'latin1'), 'bytea'],
  ['no bytes', Buffer.alloc(0), 'bytea'],
  ['null', null, 'bytea'],
  ['a truth', true, 'boolean'],
  ['a falsehood', false, 'boolean'],
  ['a number', -7, 'int'],
  ['a text with every special character', `{"a\\,b"}'\n null`, 'text'],
  ['no text', '', 'text'],
])('%s arrives as it was sent', async (_name, value, type) => {
  const text: TemplateStringsArray = Object.assign([`select `, `::${type} as value`], { raw: [] })
  expect(await counted((connection) => connection.query(text, [value]))).toEqual([{ value }])
})

test('an array of texts arrives with its commas, quotes and nulls that are words', async () => {
  const words = ['a,b', 'null', '"', '\\', '', '{}']
  const text = template`select array_to_json(${0}::text[]) as value`
  expect(await counted((connection) => connection.query(text, [words]))).toEqual([{ value: words }])
})

test('a value that cannot be written fails alone, and leaves the connection as it was', async () => {
  await counted(async (connection) => {
    const asked = template`select ${0}::text[] as words`
    await expect(connection.query(asked, [['a', undefined] as never])).rejects.toThrow(TypeError)
    expect([connection.inFlight, connection.isSilentFor(0)]).toEqual([0, false])
    expect(await connection.query(DOUBLED, [3, 3])).toEqual([{ n: 3, twice: 6 }])
  })
})

test('no value in place of one is refused before anything is sent, and the next statement is answered', async () => {
  await counted(async (connection) => {
    const missing = [undefined, 1] as never
    await expect(connection.query(DOUBLED, missing)).rejects.toThrow('A parameter is undefined')
    expect(await connection.query(PARSED, ['{"a":1}'])).toEqual([{ value: { a: 1 } }])
  })
})

const NOTED = template`insert into kept (n) values (1)`
const COUNTED = template`select count(*) as n, ${0}::int / 1 as given from kept`
precede(COUNTED, [template`select 7 as "seven"`, NOTED])
const all = template`select n from kept order by n`

test('what precedes a statement runs before it each time, and its rows are not those of the statement', async () => {
  await counted(async (connection, counts) => {
    expect(await connection.query(COUNTED, [5])).toEqual([{ n: 1, given: 5 }])
    await connection.query(DELETED, [])
    expect(await connection.query(COUNTED, [6])).toEqual([{ n: 1, given: 6 }])
    expect(await connection.query(all, [])).toEqual([{ n: 1 }])
    expect(counts).toMatchObject({ parseComplete: 5, rowDescription: 2, commandComplete: 8 })
  })
})

test('where what precedes a statement is refused, neither has done anything, and the next one is answered', async () => {
  await database.db.query`insert into kept (n) values (1)`
  await counted(async (connection) => {
    const asked = [connection.query(COUNTED, [5]), connection.query(DOUBLED, [1, 1])]
    const [refused, answered] = await Promise.allSettled(asked)
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    expect(answered).toMatchObject({ value: [{ n: 1, twice: 2 }] })
    await connection.query(DELETED, [])
    expect(await connection.query(COUNTED, [5])).toEqual([{ n: 1, given: 5 }])
  })
})

test('where a statement is refused, what precedes it is undone', async () => {
  await counted(async (connection) => {
    expect(await connection.query(COUNTED, ['x']).catch(codeOf)).toBe('22P02')
    expect(await connection.query(all, [])).toEqual([])
    expect(await connection.query(COUNTED, [5])).toEqual([{ n: 1, given: 5 }])
  })
})
