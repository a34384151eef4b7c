import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openSession, type Session } from './session.ts'

const ROWS = 50_000
/** Many times what is held while nobody takes a chunk: two chunks, and what the sockets hold. */
const WORDS = `select repeat('x', 199) || n from generate_series(1, ${ROWS}) as n`

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table kept (n int primary key)`
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`truncate kept`)

async function withSession<Value>(work: (session: Session) => Promise<Value>): Promise<Value> {
  const session = await openSession(database.address, { application_name: 'copying' })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function waitsOfCopying(): Promise<readonly (string | null)[]> {
  const found = await database.db.query<{ wait: string | null }>`
    select wait_event as wait from pg_stat_activity where application_name = 'copying' and datname = current_database()`
  return found.map(({ wait }) => wait)
}

const keptRows = async () => (await database.db.query`select n from kept`).length
const numbers = (...given: readonly (number | string)[]) => Buffer.from(given.map((n) => `${n}\n`).join(''))

test('what COPY sends arrives as it is, with the number of rows, and the session goes on', async () => {
  await withSession(async (session) => {
    let text = ''
    const rows = await session.copyOut(
      `copy (${WORDS}) to stdout`,
      async (chunk) => void (text += chunk.toString()),
    )
    expect(rows).toBe(ROWS)
    const expected = Array.from({ length: ROWS }, (_, at) => `${'x'.repeat(199)}${at + 1}\n`).join('')
    expect(text === expected).toBe(true)
    expect(await session.copyOut('copy kept to stdout', async () => expect.unreachable())).toBe(0)
  })
})

test('a row that is longer than a chunk arrives whole', async () => {
  const lengths: number[] = []
  const take = async (chunk: Buffer) => void lengths.push(chunk.length)
  await withSession((session) => session.copyOut(`copy (select repeat('x', 1000000)) to stdout`, take))
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(1_000_001)
})

test('the server waits while a chunk is worked on, and no more than one other is held', async () => {
  await withSession(async (session) => {
    const waiting = Promise.withResolvers<void>()
    let taken = 0
    let bytes = 0
    const copying = session.copyOut(`copy (${WORDS}) to stdout`, async (chunk) => {
      taken += 1
      bytes += chunk.length
      await waiting.promise
    })
    // The server may wait before the first chunk has been handed on.
    await expect.poll(async () => [taken, await waitsOfCopying()]).toEqual([1, ['ClientWrite']])
    waiting.resolve()
    expect(await copying).toBe(ROWS)
    expect(bytes).toBeGreaterThan(ROWS * 200)
  })
})

test('where nobody can take the rows, the transaction ends with that fault, and so does the session', async () => {
  await withSession(async (session) => {
    const copying = session.transaction(async (tx) => {
      await tx.query`insert into kept values (1)`
      await session.copyOut(`copy (${WORDS}) to stdout`, () => Promise.reject(new Error('the disk is full')))
    })
    await expect(copying).rejects.toThrow('the disk is full')
    await expect.poll(waitsOfCopying).toEqual([])
  })
  expect(await keptRows()).toBe(0)
})

test('a statement that is refused is refused, and the session goes on', async () => {
  await withSession(async (session) => {
    const take = async () => expect.unreachable()
    await expect(session.copyOut('copy nowhere to stdout', take)).rejects.toMatchObject({ code: '42P01' })
    await expect(session.copyIn('copy nowhere from stdin', endless())).rejects.toMatchObject({
      code: '42P01',
    })
    expect(await session.runText('select 1 as one')).toEqual([{ one: 1 }])
  })
})

/** Rows without end. */
async function* endless(onEnd = () => undefined as void): AsyncIterable<Buffer> {
  try {
    for (let n = 1; ; n += 1) yield numbers(n)
  } finally {
    onEnd()
  }
}

test('rows that are sent are stored, with their number', async () => {
  async function* some() {
    yield numbers(1, 2)
    yield Buffer.alloc(0)
    yield numbers(3)
  }
  expect(await withSession((session) => session.copyIn('copy kept from stdin', some()))).toBe(3)
  expect(await keptRows()).toBe(3)
})

test('a fault of the rows is told as it is, and stores nothing', async () => {
  async function* failing() {
    yield numbers(1, 2)
    throw new Error('the file is damaged')
  }
  await withSession(async (session) => {
    await expect(session.copyIn('copy kept from stdin', failing())).rejects.toThrow('the file is damaged')
    expect(await session.runText('select 1 as one')).toEqual([{ one: 1 }])
  })
  expect(await keptRows()).toBe(0)
})

test('a row that the server refuses ends the sending', async () => {
  let isEnded = false
  async function* wrong() {
    yield numbers('no number')
    yield* endless(() => void (isEnded = true))
  }
  await withSession(async (session) => {
    await expect(session.copyIn('copy kept from stdin', wrong())).rejects.toMatchObject({ code: '22P02' })
    expect(isEnded).toBe(true)
    expect(await session.runText('select 1 as one')).toEqual([{ one: 1 }])
  })
})

test.each(['copyOut', 'copyIn'] as const)('a server that ends amid %s is an outage', async (way) => {
  const end = () =>
    database.db
      .query`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'copying'`
  let chunks = 0
  async function* ended(): AsyncIterable<Buffer> {
    for await (const chunk of endless()) {
      chunks += 1
      if (chunks === 100) await end()
      yield chunk
    }
  }
  const session = await openSession(database.address, { application_name: 'copying' })
  const copying =
    way === 'copyIn'
      ? session.copyIn('copy kept from stdin', ended())
      : session.copyOut(`copy (${WORDS}) to stdout`, async () => void (await end()))
  await expect(copying).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  expect(await keptRows()).toBe(0)
})
