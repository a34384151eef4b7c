import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { estimateRows } from './row-estimates.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.query`create table papers (id int)`
  await db.query`create table sheets (id int) partition by range (id)`
  await db.query`create table sheets_low partition of sheets for values from (0) to (10)`
  await db.query`create table sheets_high partition of sheets for values from (10) to (20)`
  await db.query`insert into papers select generate_series(1, 3)`
  await db.query`insert into sheets select generate_series(5, 11)`
})
afterAll(() => database.drop())

test('a table that nobody has counted is unknown, also where one of its partitions is', async () => {
  const { db } = database
  expect([await estimateRows(db, 'papers'), await estimateRows(db, 'sheets')]).toEqual(['unknown', 'unknown'])
  await db.query`analyze sheets_low`
  expect(await estimateRows(db, 'sheets')).toBe('unknown')
})

test('rows are those of the table, or of all its partitions, and of no other table', async () => {
  const { db } = database
  await db.query`analyze papers`
  await db.query`analyze sheets`
  expect([await estimateRows(db, 'papers'), await estimateRows(db, 'sheets')]).toEqual([3, 7])
  expect(await estimateRows(db, 'sheets_low')).toBe(5)
  expect(await estimateRows(db, 'no_such_table')).toBeUndefined()
})
