import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openSession } from '../platform/postgres/session.ts'
import { readSnapshot, rebuild, type TableShape } from './bulk.ts'

let database: TestDatabase

const ODD = 'a "quoted" \\ line\nbreak, tab\t, comma, ü 😀 \u2028 {} \\u0041 \\N \u0001\u0002\u001f\r'
const PAPERS: TableShape = {
  table: 'papers',
  columns: ['id', 'words', 'bytes', 'list', 'at', 'facts', 'gone'],
}

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`
    create table papers (id int primary key, words text, bytes bytea, list text[], at timestamptz, facts jsonb, gone int)`
})
afterAll(() => database.drop())

async function read(): Promise<readonly string[]> {
  const lines: string[] = []
  await readSnapshot(database.address, ['papers'], async (bulk) => {
    const rows = await bulk.readRows(PAPERS, async (chunk) => {
      expect(chunk.at(-1)).toBe(10)
      lines.push(...chunk.toString().trimEnd().split('\n'))
    })
    expect(rows).toBe(lines.length)
  })
  return lines
}

async function* bytesOf(lines: readonly string[]): AsyncIterable<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

test('every kind of value survives the way out and back, one row per line', async () => {
  await database.db.query`
    insert into papers values
      (1, ${ODD}, ${Buffer.from([0, 10, 92, 255])}, ${'{"a,b","c\\"d",null,""}'}::text::text[],
       '2026-01-02 03:04:05.678901+05', ${JSON.stringify({ n: 1.5, s: ODD })}::text::jsonb, null),
      (2, '', '', '{}', '2026-01-01Z', '{}', -1)`
  const lines = await read()
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).not.toContain('\n')
  await rebuild(database.address, async (bulk) => {
    await bulk.db.query`delete from papers`
    expect(await bulk.insertRows(PAPERS, bytesOf(lines))).toBe(2)
  })
  expect(await read()).toEqual(lines)
  const [first] = await database.db.query<{ words: string; bytes: Buffer; same: boolean }>`
    select words, bytes, at = '2026-01-02 03:04:05.678901+05' and list[2] = 'c"d' and list[3] is null as same
      from papers where id = 1`
  expect(first).toEqual({ words: ODD, bytes: Buffer.from([0, 10, 92, 255]), same: true })
})

test('a snapshot shows one instant, whatever is written meanwhile', async () => {
  const before = await database.db.query`select id from papers`
  const seen = await readSnapshot(database.address, ['papers', 'citizens'], async (bulk) => {
    const first = await bulk.isEmpty('citizens')
    await database.db.query`insert into papers (id) values (3)`
    return { first, rows: await bulk.readRows(PAPERS, async () => undefined) }
  })
  expect(seen).toEqual({ first: true, rows: before.length })
  expect(await database.db.query`select id from papers`).toHaveLength(before.length + 1)
})

test('a rebuild that fails changes nothing, tables included', async () => {
  const before = await read()
  const failing = rebuild(database.address, async (bulk) => {
    await bulk.dropTables(['papers'])
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await read()).toEqual(before)
})

const inPieces = <Value>(work: Parameters<typeof readSnapshot<Value>>[2]) =>
  readSnapshot(database.address, [], work)

test('the tables are those of the schema, with the columns that rows can be written into, and no index or view', async () => {
  const { db } = database
  await db.query`create table odd (id int primary key, gone int, twice int generated always as (id * 2) stored)`
  await db.query`alter table odd drop column gone`
  await db.query`create view odd_view as select id from odd`
  await db.query`create table split (id int) partition by range (id)`
  await db.query`create schema elsewhere`
  await db.query`create table elsewhere.hidden (id int)`
  const tables = await inPieces((bulk) => bulk.tables())
  const found = (name: string) => tables.find(({ table }) => table === name)?.columns
  expect([found('odd'), found('split')]).toEqual([['id'], ['id']])
  expect(['odd_view', 'odd_pkey', 'hidden', 'pg_class'].map(found)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('indexes that were taken away come back as they were', async () => {
  const { db } = database
  await db.query`create table indexed (id int, word text not null, primary key (id, word), constraint one_word unique (word))`
  await db.query`create index "odd ""name" on indexed (lower(word)) where id > 0`
  const indexes = () =>
    db.query`select indexname, indexdef, (select count(*)::int from pg_constraint where conrelid = 'indexed'::regclass)
               from pg_indexes where tablename = 'indexed' order by indexname`
  const before = await indexes()
  await rebuild(database.address, async (bulk) => {
    const makeIndexes = await bulk.withoutIndexes(['indexed'])
    expect(await bulk.db.query`select indexname from pg_indexes where tablename = 'indexed'`).toEqual([])
    await bulk.db.query`insert into indexed values (1, 'one'), (2, 'two')`
    await makeIndexes()
  })
  expect(before).toHaveLength(3)
  expect(await indexes()).toEqual(before)
  await expect(db.query`insert into indexed values (3, 'one')`).rejects.toMatchObject({ code: '23505' })
})

test('rows that the constraints of their table refuse change nothing', async () => {
  const before = await read()
  const rows = [before[0] ?? '', before[0] ?? '']
  const filling = rebuild(database.address, async (bulk) => {
    const makeIndexes = await bulk.withoutIndexes(['papers'])
    await bulk.insertRows(PAPERS, bytesOf(rows))
    await makeIndexes()
  })
  await expect(filling).rejects.toMatchObject({ code: '23505' })
  expect(await read()).toEqual(before)
})

test('rows that were set aside come back beside those that are there, which stay', async () => {
  const { db } = database
  await db.query`create table kept (id int primary key, word text)`
  await db.query`insert into kept values (1, 'old'), (2, 'old')`
  await rebuild(database.address, async (bulk) => {
    await bulk.setAside('kept')
    await bulk.empty('kept')
    await bulk.db.query`insert into kept values (1, 'new')`
    await bulk.putBack('kept')
  })
  const rows = await db.query<{ id: number; word: string }>`select id, word from kept order by id`
  expect(rows).toEqual([
    { id: 1, word: 'new' },
    { id: 2, word: 'old' },
  ])
})

test('other sessions are those of Portico on this database, without the own one', async () => {
  const other = await createTestDatabase()
  const sessions = await Promise.all([
    openSession(database.address, { application_name: 'portico-one' }),
    openSession(database.address, { application_name: 'another program' }),
    openSession(other.address, { application_name: 'portico-one' }),
  ])
  try {
    const named = await database.db.query<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'portico%'`
    expect(await inPieces((bulk) => bulk.countOtherSessions())).toBe(named[0]?.count)
  } finally {
    for (const session of sessions) await session.close()
    await other.drop()
  }
})
