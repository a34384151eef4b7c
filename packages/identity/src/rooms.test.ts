import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { keptTablesOf } from './backups/kept-tables.ts'
import { readMigrations } from './platform/postgres/migration.ts'
import { isKept, isOurs } from './platform/postgres/table.ts'
import { TABLES } from './rooms.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('every table of the schema has a rule: it is in a backup, or it is not', async () => {
  const tables = await database.db.query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.map(({ name }) => name).filter((name) => !(name in TABLES))).toEqual([])
})

test('the kept tables of the migrations are those of the database, and an older schema has fewer', async () => {
  const tables = await database.db.query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const migrations = await readMigrations()
  expect([...keptTablesOf(TABLES, migrations)].sort()).toEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => isKept(TABLES, name))
      .sort(),
  )
  expect(keptTablesOf(TABLES, migrations.slice(0, 3))).not.toContain('signing_keys')
  expect(keptTablesOf(TABLES, [])).toEqual([])
})

// proves: threat-backup-revives
test('no table that holds the hash of a token, code, cookie or link is in a backup', async () => {
  const hashes = await database.db.query<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_hash'`
  const kept = hashes
    .filter(({ name }) => isKept(TABLES, name))
    .map(({ name, column }) => `${name}.${column}`)
  expect(hashes.length).toBeGreaterThan(kept.length)
  expect(kept.sort()).toEqual([
    'citizens.password_hash',
    'client_secrets.secret_hash',
    'known_devices.device_hash',
    // Without them, who has lost the app could not get in after a restore.
    'recovery_codes.code_hash',
  ])
})

test('a table that somebody else made is not ours, whatever its name means to JavaScript', () => {
  for (const name of ['constructor', '__proto__', 'valueOf', 'spatial_ref_sys'])
    expect([name, isOurs(TABLES, name), isKept(TABLES, name)]).toEqual([name, false, false])
})
