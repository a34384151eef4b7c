import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { nextBatch } from './migrate-batches.ts'
import { parseMigration } from './migration.ts'
import { openSession, type Session } from './session.ts'

let database: TestDatabase
let session: Session

beforeAll(async () => {
  database = await createTestDatabase()
  session = await openSession(database.address)
  await session.runText('create table papers (id int primary key, read int not null default 0)')
  await session.runText('insert into papers (id) select generate_series(1, 5)')
})
afterAll(async () => {
  await session.close()
  await database.drop()
})

/** The next rows of a migration, in a transaction of their own. */
function next(name: string) {
  const text = [
    '-- fits-from: 0001',
    '-- runs: in batches of 2 by papers.id',
    'update papers set read = read + 1 where id >= $1::int and id <= $2::int',
  ].join('\n')
  const migration = parseMigration(name, text)
  if (migration.way.kind !== 'batches') throw new Error('it runs in no batches')
  const { way } = migration
  return session.transaction((tx) => nextBatch(session, tx, migration, way))
}

test('each batch begins after the one before, and two migrations do not share how far they are', async () => {
  const one = ['0001-one.sql', '0001-one.sql', '0001-one.sql', '0001-one.sql']
  expect(await next('0002-other.sql')).toEqual({ upTo: '2', rows: 2 })
  const done: unknown[] = []
  for (const name of one) done.push(await next(name))
  expect(done).toEqual([{ upTo: '2', rows: 2 }, { upTo: '4', rows: 4 }, { upTo: '5', rows: 5 }, 'none left'])
  expect(await next('0002-other.sql')).toEqual({ upTo: '4', rows: 4 })
  const read = await session.runText<{ read: number }>('select read from papers order by id')
  expect(read.map((row) => row.read)).toEqual([2, 2, 2, 2, 1])
})
