import { afterAll, beforeAll, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testOnOneServer } from '../../../testing/one-server.ts'
import { HalfDistributed } from './layout.ts'
import { openSession, type Session } from './session.ts'

/** A server without Citus that has a list of distributed tables where Citus has its own. */
let database: TestDatabase
let session: Session

beforeAll(async () => {
  database = await createTestDatabase()
  session = await openSession(database.address)
})
afterAll(async () => {
  await session.close()
  await database.drop()
})

const list = (...tables: readonly string[]) =>
  session.runText(`
    truncate pg_catalog.pg_dist_partition;
    insert into pg_catalog.pg_dist_partition select unnest('{${tables.join(',')}}'::regclass[])`)

testOnOneServer('a server without the list of Citus is one server', async () => {
  expect(await session.layout()).toBe('one-server')
})

testOnOneServer('the tables of our schema in the list of Citus decide', async () => {
  await session.runText(`
    set allow_system_table_mods = on;
    create table pg_catalog.pg_dist_partition (logicalrelid regclass);
    create schema elsewhere;
    create table elsewhere.schema_migrations (name text);
    create table elsewhere.citizens (name text)`)
  expect(await session.layout()).toBe('one-server')
  // Another schema's tables are not ours.
  await list('elsewhere.schema_migrations', 'elsewhere.citizens')
  expect(await session.layout()).toBe('one-server')
  // Ours that is distributed neither first nor last says nothing.
  await list('sessions')
  expect(await session.layout()).toBe('one-server')
  await list('citizens')
  await expect(session.layout()).rejects.toThrow(HalfDistributed)
  await list('clients', 'elsewhere.schema_migrations')
  await expect(session.layout()).rejects.toThrow(HalfDistributed)
  await list('clients', 'citizens', 'schema_migrations')
  expect(await session.layout()).toBe('distributed')
})
