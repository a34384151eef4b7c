import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { keptTablesOf } from './backups/kept-tables.ts'
import { MIGRATIONS } from './migrations.ts'
import { statementsOf } from './platform/postgres/migration-locks.ts'
import { isKept, isOurs } from './platform/postgres/table.ts'
import { TABLES } from './room-heads.ts'

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

test('the kept tables of the migrations are those of the database, except one that a migration drops', async () => {
  const tables = await database.db.query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`
  expect([...keptTablesOf(TABLES, MIGRATIONS)].sort()).toEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => isKept(TABLES, name))
      .sort(),
  )
  for (const text of ['-- Why.\ndrop table signing_keys;', 'drop table if exists signing_keys;'])
    expect(keptTablesOf(TABLES, [...MIGRATIONS, { text }])).toEqual(
      keptTablesOf(TABLES, MIGRATIONS).filter((table) => table !== 'signing_keys'),
    )
  expect(keptTablesOf(TABLES, [])).toEqual([])
})

test('the numbers of all migrations have no gap, whichever room each is of', () => {
  const [first] = MIGRATIONS
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(
    MIGRATIONS.map((_one, at) => Number(first?.number) + at),
  )
})

test('what makes a table makes it and its indexes, and no table of another room', () => {
  const made = Object.entries(TABLES).flatMap(([table, { madeBy }]) =>
    madeBy === undefined ? [] : [{ table, statements: statementsOf(madeBy) }],
  )
  expect(made.length).toBeGreaterThan(30)
  for (const { table, statements } of made)
    for (const [at, statement] of statements.entries()) {
      const named = /^create (?:(?:unlogged )?table (\w+) \(|(?:unique )?index \w+ on (\w+) \()/.exec(
        statement,
      )
      expect([statement, named?.[at === 0 ? 1 : 2]]).toEqual([statement, table])
    }
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
