import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { databaseMetrics } from './database-metrics.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.query`create table papers (id int primary key)`
  await db.query`create view read_papers as select id from papers`
  await db.query`create table sheets (id int) partition by range (id)`
  await db.query`create table sheets_low partition of sheets for values from (0) to (10)`
  await db.query`create table sheets_high partition of sheets for values from (10) to (20)`
  await db.query`create schema elsewhere`
  await db.query`create table elsewhere.hidden (id int)`
  await db.query`insert into papers select generate_series(1, 3)`
  await db.query`insert into sheets select generate_series(5, 11)`
  await db.query`analyze papers`
  await db.query`analyze sheets`
})
afterAll(() => database.drop())

// proves: seeing-metrics
test('each table of the schema has its rows, partitions count as their table, and nothing else is told', async () => {
  const rows = await valuesOf(databaseMetrics(database.db), 'portico_table_rows')
  const told = Object.entries(rows).filter(([labels]) => /papers|sheets|hidden|pg_/.test(labels))
  expect(told.map(([labels, value]) => [/(?<=")[^"]*(?=")/.exec(labels)?.[0] ?? labels, value])).toEqual([
    ['papers', 3],
    ['sheets', 7],
  ])
})

test('a database that answers is up', async () => {
  expect(await valuesOf(databaseMetrics(database.db), 'portico_database_up')).toEqual({ '': 1 })
})
