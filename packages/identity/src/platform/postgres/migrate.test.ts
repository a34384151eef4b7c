import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { describeSchema } from '../../../testing/describe-schema.ts'
import { MIGRATIONS } from '../../migrations.ts'
import { migrate } from './migrate.ts'
import { planMigrations } from './migrate-plan.ts'
import { SchemaDoesNotFit } from './schema-range.ts'

const SCHEMA = fileURLToPath(new URL('../../../schema.sql', import.meta.url))
const HEADER =
  '-- What all migrations together come to; made by the tests (PORTICO_WRITE_SCHEMA=1 writes it anew).\n\n'

let database: TestDatabase
let bare: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  bare = await createTestDatabase('template1')
})
afterAll(async () => {
  await database.drop()
  await bare.drop()
})

test('schema.sql shows what the migrations come to', async () => {
  const schema = HEADER + (await describeSchema(database.db))
  if (process.env['PORTICO_WRITE_SCHEMA'] === '1') await writeFile(SCHEMA, schema)
  expect(await readFile(SCHEMA, 'utf8')).toBe(schema)
})

test('a migrated database has nothing left to apply', async () => {
  expect(await migrate(database.address, MIGRATIONS)).toEqual([])
})

// proves: threat-second-process
test('a plan applies nothing, and eight processes that migrate at once apply each migration once', async () => {
  const all = MIGRATIONS.map(({ name }) => name)
  const plan = await planMigrations(bare.address, MIGRATIONS)
  expect(plan.migrations.map(({ name }) => name)).toEqual(all)
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(bare.address, MIGRATIONS)))
  expect(applied.flat().sort()).toEqual(all)
})

// proves: threat-second-process
test('a database that a newer release has changed without saying who may run on it is refused in one sentence', async () => {
  await database.db.query`insert into schema_migrations (name) values ('9999-from-the-future')`
  await expect(migrate(database.address, MIGRATIONS)).rejects.toThrow(SchemaDoesNotFit)
  await database.db.query`delete from schema_migrations where name = '9999-from-the-future'`
})
