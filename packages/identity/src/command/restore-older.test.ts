import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FORMER_MIGRATIONS, makeFormerSchema } from '../../testing/former-schema.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, TEST_SECRET_KEY, type TestService } from '../../testing/test-service.ts'
import { makeBackup, restoreBackup } from '../backups/index.ts'
import { listClients } from '../clients/index.ts'
import { MIGRATIONS, SCHEMA } from '../migrations.ts'
import { keyring } from '../platform/keyring.ts'
import { type Migration, parseMigration } from '../platform/postgres/migration.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { TABLES } from '../room-heads.ts'
import { change, glance, on, openWorkbench, type Workbench } from './backup.fixture.ts'

let bench: Workbench
let service: TestService
let email = ''
let folder = ''

beforeAll(async () => {
  bench = await openWorkbench()
  service = await startTestService()
  await addProgram(service)
  email = (await addCitizen(service)).email
})
afterAll(async () => {
  await service.close()
  await bench.clear()
})
beforeEach(async () => {
  folder = bench.newPath()
  expect((await on(service.database, 'backup', folder)).exitCode).toBe(0)
})

/** Changes which migrations the backup says that it has. */
const say = (migrations: readonly string[]) =>
  change(folder, 'manifest.json', (text) => JSON.stringify({ ...JSON.parse(text), migrations }))

/** A backup of a database with the tables of before, and with a citizen and a client in them. */
async function makeFormerBackup(): Promise<string> {
  const former = await bench.newDatabase('template1')
  await makeFormerSchema(former.address)
  const { db, address } = former
  const parts = { db, clock: systemClock, random: systemRandom }
  await addCitizen({ foundation: parts }, { email: 'former@example.test' })
  await db.query`
    insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
    values ('former', 'Former', array['https://former.example.test/'], 'openid', 'first-time', 1, to_timestamp(0))`
  const made = bench.newPath()
  const sealing = keyring([TEST_SECRET_KEY], systemRandom)
  // Its event goes where there is a column for the operator, and nothing else.
  const today = { ...parts, db: service.database.db, by: TEST_ORDER }
  const there = await db.query<{ name: string }>`select relname as name from pg_class where relkind = 'r'`
  const names = new Set(there.map(({ name }) => name))
  const tables = Object.fromEntries(Object.entries(TABLES).filter(([name]) => names.has(name)))
  await makeBackup({ ...today, address, tables, keyring: sealing, progress: () => undefined }, made)
  return made
}

describe('a backup of a development version', () => {
  const names = FORMER_MIGRATIONS.map(({ name }) => name)

  test('with the thirty files of before is whole, and is restored into the tables of today', async () => {
    const made = await makeFormerBackup()
    expect((await on(service.database, 'backup', 'check', made, '--without-key')).exitCode).toBe(0)
    const bare = await bench.newDatabase('template1')
    const ran = await on(bare, 'restore', made, '--without-key')
    expect([ran.exitCode, ran.err]).toEqual([0, expect.stringContaining('citizens: 1 rows')])
    expect(await on(bare, 'migrate', '--plan')).toMatchObject({ out: 'The database is up to date.' })
    expect(await glance(bare, (db) => db.query`select email from login_emails`)).toEqual([
      { email: 'former@example.test' },
    ])
    expect(await glance(bare, listClients)).toMatchObject([{ clientId: 'former', names: {}, home: null }])
  })

  test('with fewer of them is refused, and told what to do', async () => {
    await say(names.slice(0, 12))
    const bare = await bench.newDatabase('template1')
    const says =
      'The backup is of a development version (its last migration is 0012-audit-filed-under.sql), and this release restores only one with 0030-mailed-links.sql: restore it with commit a72b9f68, and make a backup of that database there.'
    for (const words of [['restore'], ['backup', 'check']])
      expect(await on(bare, ...words, folder, '--without-key')).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining(says),
      })
    expect(await glance(bare, (db) => db.query`select 1 from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    )
  })
})

test('a backup of this release is restored by a later one, whose migrations of each kind then run on its rows', async () => {
  const later: readonly Migration[] = [
    ['0901-column', 'alter table citizens add column added integer;'],
    ['0902-table', 'create table toys (id integer primary key);'],
    [
      '0903-fill',
      '-- needed: later\n-- runs: in batches of 2 by citizens.citizen_id',
      'update citizens set added = 1 where citizen_id between $1 and $2;',
    ],
    [
      '0904-index',
      '-- runs: statement by statement',
      'drop index concurrently if exists toys_by_id;\ncreate index concurrently toys_by_id on toys (id);',
    ],
    ['0905-drop', 'drop table known_devices;'],
  ].map(([name = '', ...lines]) => parseMigration(name, ['-- fits-from: 0031', ...lines].join('\n')))
  const tables = {
    ...TABLES,
    known_devices: { ...TABLES['known_devices'], placement: 'gone', backup: 'kept' } as const,
  }
  const bare = await bench.newDatabase('template1')
  const schema = { ...SCHEMA, tables, migrations: [...MIGRATIONS, ...later] }
  const needs = {
    ...schema,
    clock: systemClock,
    random: systemRandom,
    keyring: 'lost',
    by: TEST_ORDER,
    progress: () => undefined,
  } as const
  await restoreBackup({ ...needs, address: bare.address }, { folder, onData: 'refuse' })
  await glance(bare, async (db) => {
    expect(await db.query`select email, added from citizens`).toEqual([{ email, added: 1 }])
    expect(
      await db.query`
      select to_regclass('known_devices') as dropped, to_regclass('toys_by_id')::text as made`,
    ).toEqual([{ dropped: null, made: 'toys_by_id' }])
  })
})
