import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillTables } from '../testing/crowd.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { FORMER_MIGRATIONS, makeFormerSchema } from '../testing/former-schema.ts'
import { describePlan } from './command/describe-plan.ts'
import { MIGRATIONS } from './migrations.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { planMigrations } from './platform/postgres/migrate-plan.ts'
import { findAppliedMigrations, judgeSchema } from './platform/postgres/schema-range.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase('template1')
})
afterEach(() => database.drop())

/** Every row of every table except the notes about migrations, each as text. */
async function contentOf({ db }: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const tables = await db.query<{ name: string; content: string }>`
    select tablename as name,
           query_to_xml(format('select * from %I t order by t::text', tablename), true, true, '')::text as content
      from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`
  return Object.fromEntries(tables.map(({ name, content }) => [name, content]))
}

/** What came later has tests of its own. */
const BASELINE = MIGRATIONS.slice(0, 1)

const notesOf = ({ db }: TestDatabase) =>
  db.query`select name, fits_from from schema_migrations order by name`

describe('a database with the thirty files of before', () => {
  beforeEach(() => makeFormerSchema(database.address))

  test('becomes what a new one is', async () => {
    expect(await migrate(database.address, MIGRATIONS)).toEqual(MIGRATIONS.map(({ name }) => name))
    const schema = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')
    expect(schema.endsWith(`\n\n${await describeSchema(database.db)}`)).toBe(true)
    const fresh = await createTestDatabase()
    expect(await notesOf(database)).toEqual(await notesOf(fresh))
    await fresh.drop()
    expect(await migrate(database.address, MIGRATIONS)).toEqual([])
  })

  test('keeps every row', async () => {
    await fillTables(database, { citizens: 20, nowSeconds: 1_780_000_000, clientId: 'parking' })
    await database.db.query`
      insert into recovery_links (citizen_id, link_hash, security_version, created_at, expires_at)
      select citizen_id, 'in a table of before', 1, created_at, created_at from citizens`
    const before = await contentOf(database)
    expect(before['mailed_links']).toContain('<kind>former</kind>')
    await migrate(database.address, BASELINE)
    const links = before['mailed_links']?.replaceAll('<kind>former</kind>', '<kind>recovery</kind>')
    expect(await contentOf(database)).toEqual({ ...before, mailed_links: links })
    expect(await database.db.query`select 1 from mailed_links where kind = 'recovery'`).toHaveLength(4 + 20)
    expect(await database.db.query`select 1 from mailed_links where kind = 'former'`).toEqual([])
  })

  // proves: threat-mail-outage
  test('is refused while a letter waits that only the release of before can send', async () => {
    const { db } = database
    await db.query`
      insert into outbox (message_id, kind, recipient, sealed_content, created_at, next_attempt_at, expires_at)
      values (gen_random_uuid(), 'address-change-begun', 'ada@example.org', '', now(), now(), now())`
    const before = await describeSchema(db)
    await expect(migrate(database.address, MIGRATIONS)).rejects.toThrow('Letters wait in the outbox')
    expect(await describeSchema(db)).toBe(before)
    await db.query`update outbox set kind = 'recovery'`
    await migrate(database.address, MIGRATIONS)
    expect(await db.query`select kind from outbox`).toEqual([{ kind: 'recovery' }])
  })

  test('is told what will be done, and that the release of before has to be stopped', async () => {
    const lines = describePlan(await planMigrations(database.address, BASELINE))
    expect(lines).toContain('    drop view registrations')
    expect(lines.join('\n')).not.toContain('create table')
    expect(lines.join('\n')).toContain(
      'the release whose last migration is 0030-mailed-links.sql does not run with it: stop its processes first',
    )
  })
})

test.each([1, 12, 29])(
  'a database with the first %i of them is refused, and told what to do',
  async (count) => {
    await makeFormerSchema(database.address, FORMER_MIGRATIONS.slice(0, count))
    const before = await describeSchema(database.db)
    const last = FORMER_MIGRATIONS[count - 1]?.name
    const says = `The database is of a development version (its last migration is ${last}), and this release brings over only one with 0030-mailed-links.sql: run portico migrate of commit a72b9f68 first, or begin with an empty database.`
    await expect(migrate(database.address, MIGRATIONS)).rejects.toThrow(says)
    await expect(planMigrations(database.address, MIGRATIONS)).rejects.toThrow(says)
    const { trouble } = judgeSchema(MIGRATIONS, await findAppliedMigrations(database.db))
    expect([trouble?.why, trouble?.message]).toEqual(['before-baseline', says])
    expect(await describeSchema(database.db)).toBe(before)
  },
)

test('the release of before refuses the schema of this one', async () => {
  await migrate(database.address, MIGRATIONS)
  const { trouble } = judgeSchema(FORMER_MIGRATIONS, await findAppliedMigrations(database.db))
  expect(trouble?.why).toBe('too-new')
})
