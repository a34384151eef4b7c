import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { SCHEMA } from '../../migrations.ts'
import { lookAtSchema } from './table-marks.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const troubleOf = async (schema = SCHEMA, { db } = database) =>
  (await lookAtSchema(db, schema)).trouble?.message

/** What a build says about the database whose rooms list no such tables. */
function without(...gone: readonly string[]): typeof SCHEMA {
  const kept = Object.entries(SCHEMA.tables).filter(([name]) => !gone.includes(name))
  return { ...SCHEMA, tables: Object.fromEntries(kept) }
}

test('every listed table is marked, but those that the notes about migrations are', async () => {
  const unmarked = await database.db.query<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and coalesce(obj_description(oid, 'pg_class'), '') !~ '^Portico [0-9]+$'
     order by relname`
  expect(unmarked.map(({ name }) => name)).toEqual(['migration_batches', 'schema_migrations'])
})

describe('a build that lists other tables than there are', () => {
  test('is accepted with all of them, and with tables of somebody else', async () => {
    await database.db.query`create table weather (day date)`
    expect(await troubleOf()).toBeUndefined()
  })

  test('is accepted with what is marked and is no table, or is in another schema', async () => {
    const { db } = database
    await db.query`create view of_a_view as select 1 as one`
    await db.query`comment on view of_a_view is 'Portico 31'`
    await db.query`create schema elsewhere`
    await db.query`create table elsewhere.of_a_schema (id text)`
    await db.query`comment on table elsewhere.of_a_schema is 'Portico 31'`
    expect(await troubleOf()).toBeUndefined()
  })

  // proves: threat-missing-room
  test('is refused without the room of the second factor, however few apps there are', async () => {
    expect(await troubleOf(without('authenticators', 'recovery_codes'))).toMatch(
      /tables of rooms that this build does not have \(authenticators, recovery_codes\).*run a build with these rooms/,
    )
  })

  test('is accepted without a room whose tables were dropped', async () => {
    const other = await createTestDatabase()
    await other.db.query`drop table authenticators`
    expect(await troubleOf(without('authenticators'), other)).toBeUndefined()
    expect(await troubleOf(SCHEMA, other)).toMatch(
      /lacks tables of rooms that this build has \(authenticators\)/,
    )
    await other.drop()
  })

  test('is accepted where it says that a table is gone, whether it is there or was dropped', async () => {
    const tables = { ...SCHEMA.tables, closings: { placement: 'gone', backup: 'left-out' } } as const
    expect(await troubleOf({ ...SCHEMA, tables })).toBeUndefined()
    const other = await createTestDatabase()
    await other.db.query`drop table closings`
    expect(await troubleOf({ ...SCHEMA, tables }, other)).toBeUndefined()
    await other.drop()
  })

  test('is accepted without the tables that a newer release has made, and refused without any other', async () => {
    await database.db.query`insert into schema_migrations (name, fits_from) values ('9999-another-room', 31)`
    await database.db.query`create table of_another_room (id text)`
    await database.db.query`comment on table of_another_room is 'Portico 9999'`
    expect(await troubleOf()).toBeUndefined()
    expect(await troubleOf(without('authenticators'))).toMatch(/does not have \(authenticators\)/)
    await database.db.query`drop table of_another_room`
    await database.db.query`delete from schema_migrations where name = '9999-another-room'`
  })

  test('is accepted without a table that a waiting migration makes', async () => {
    const later = {
      name: '9998-another-room',
      number: 9998,
      text: '',
      fitsFrom: 31,
      needed: 'later',
    } as const
    const migrations = [...SCHEMA.migrations, { ...later, way: { kind: 'transaction' } } as const]
    const tables = { ...SCHEMA.tables, of_another_room: { placement: 'copied', backup: 'kept' } } as const
    expect(await troubleOf({ migrations, tables })).toBeUndefined()
    expect(await troubleOf({ ...SCHEMA, tables })).toMatch(/lacks tables .*\(of_another_room\)/)
  })

  test('is refused as before where the migrations do not fit', async () => {
    await database.db.query`insert into schema_migrations (name) values ('9999-another-room')`
    expect(await troubleOf(without('authenticators'))).toContain('9999-another-room')
    await database.db.query`delete from schema_migrations where name = '9999-another-room'`
  })
})
