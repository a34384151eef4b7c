// Takes long, because processes are started and killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { describeSchema } from '../../../testing/describe-schema.ts'
import { FORMER_MIGRATIONS, makeFormerSchema } from '../../../testing/former-schema.ts'
import { inherited } from '../../../testing/inherited.ts'
import { MIGRATIONS } from '../../migrations.ts'
import { MIGRATION_LOCK, migrate } from './migrate.ts'
import { parseMigration } from './migration.ts'
import { openSession, type Session } from './session.ts'

const PROGRAM = fileURLToPath(new URL('../../command/portico.ts', import.meta.url))

/** A toy of a later release. */
const LATER = parseMigration(
  '0901-later',
  '-- fits-from: 0031\nalter table login_emails add column added integer; create table toys (id integer);',
)
const ALL = [...MIGRATIONS, LATER]
const started: ChildProcess[] = []
const databases: TestDatabase[] = []

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  for (const database of databases) await database.drop()
})

/** Where a migration begins, which of them runs first there, and what is noted before. */
interface Start {
  readonly first: string
  readonly noted: readonly string[]
  readonly make: (database: TestDatabase) => Promise<unknown>
}

const BASELINE = MIGRATIONS[0]?.name ?? ''
const ALL_BUT_LATER = MIGRATIONS.map(({ name }) => name)
const STARTS: Readonly<Record<'nothing' | 'the files of before' | 'this release', Start>> = {
  nothing: { first: BASELINE, noted: [], make: prepareNothing },
  'the files of before': {
    first: BASELINE,
    noted: FORMER_MIGRATIONS.map(({ name }) => name),
    make: ({ address }) => makeFormerSchema(address),
  },
  'this release': {
    first: LATER.name,
    noted: ALL_BUT_LATER,
    make: ({ address }) => migrate(address, MIGRATIONS),
  },
}

/** With the notes about migrations, and none of them. */
async function prepareNothing({ address }: TestDatabase): Promise<void> {
  return makeFormerSchema(address, [])
}

async function databaseWith({ make, noted }: Start): Promise<TestDatabase> {
  const database = await createTestDatabase('template1')
  databases.push(database)
  await make(database)
  if (noted.length > 0)
    await database.db.query`insert into login_emails values ('ana@example.test', gen_random_uuid())`
  return database
}

/** The migration is done, and only the record of it is missing. */
const AT_THE_END = 'lock table schema_migrations in share row exclusive mode'

/** Takes a lock in the middle of a migration. */
async function takeLock(database: TestDatabase, obstacle: string): Promise<Session> {
  const rival = await openSession(database.address)
  await rival.runText(`begin; ${obstacle}`)
  return rival
}

/** Starts the migration in this process, and cuts its connection in the middle, where it waits for a lock. */
async function startAndCut(database: TestDatabase, obstacle: string): Promise<void> {
  const rival = await takeLock(database, obstacle)
  const end = migrate(database.address, ALL).then(
    () => 'done',
    () => 'cut',
  )
  await until(async () => (await migrating(database, 'waiting')) > 0)
  await rival.query`
    select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = ${MIGRATION_LOCK} and l.granted and a.datname = current_database()`
  expect(await end).toBe('cut')
  await rival.runText('rollback')
  await rival.close()
}

/** What a child process runs: the migrations of this release and one more. */
const WITH_ONE_MORE = `
  import { MIGRATIONS } from ${JSON.stringify(new URL('../../migrations.ts', import.meta.url).href)}
  import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}
  import { parseMigration } from ${JSON.stringify(new URL('./migration.ts', import.meta.url).href)}
  const { URL, NAME, TEXT } = process.env
  const patience = { lockTimeoutMilliseconds: 60_000, pausesMilliseconds: [] }
  await migrate({ kind: 'url', url: URL }, [...MIGRATIONS, parseMigration(NAME, TEXT)], { patience })`

/** Starts `portico migrate` in another process, or a migration more than it has, and makes it wait in the middle for a lock. */
async function startAndStop(
  database: TestDatabase,
  obstacle: string,
  more?: { readonly name: string; readonly text: string },
) {
  const rival = await takeLock(database, obstacle)
  const key = Buffer.alloc(32, 7).toString('base64')
  const env = {
    ...inherited(),
    ...(more
      ? { URL: database.url, NAME: more.name, TEXT: more.text }
      : { PORTICO_DATABASE_URL: database.url, PORTICO_SECRET_KEY: key }),
  }
  const what = more ? ['--input-type=module', '-e', WITH_ONE_MORE] : [PROGRAM, 'migrate']
  const child = spawn(process.execPath, what, { env, stdio: 'ignore' })
  started.push(child)
  await until(async () => (await migrating(database, 'waiting')) > 0)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    /** Releases the lock. PostgreSQL may still run the last statement of the killed process. */
    letGo: async () => {
      await rival.runText('rollback')
      await rival.close()
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
  }
}

/** How many sessions hold the lock of migrations or wait for it. */
async function migrating({ db }: TestDatabase, which: 'holding' | 'waiting'): Promise<number> {
  const sessions = await db.query`
    select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = ${MIGRATION_LOCK} and l.granted and a.datname = current_database()
       and (${which} = 'holding' or a.wait_event_type = 'Lock')`
  return sessions.length
}

const until = (what: () => Promise<boolean>) => expect.poll(what).toBe(true)

async function appliedTo({ db }: TestDatabase): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>`select name from schema_migrations order by name`
  return rows.map(({ name }) => name)
}

/** Applies what is left, and compares the result with a database where nothing was broken off. */
async function expectCompleted(database: TestDatabase, { first, noted }: Start): Promise<void> {
  expect((await migrate(database.address, ALL))[0]).toBe(first)
  expect(await appliedTo(database)).toEqual(ALL.map(({ name }) => name))
  const whole = await createTestDatabase()
  databases.push(whole)
  await migrate(whole.address, ALL)
  expect(await describeSchema(database.db)).toBe(await describeSchema(whole.db))
  if (noted.length === 0) return
  expect(await database.db.query`select email from login_emails`).toEqual([{ email: 'ana@example.test' }])
}

/** Breaks the first migration off before it is recorded. */
async function expectUndone(
  start: Start,
  breakOff: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await databaseWith(start)
  const before = await describeSchema(database.db)
  await breakOff(database)
  await until(async () => (await migrating(database, 'holding')) === 0)
  expect(await appliedTo(database)).toEqual(start.noted)
  expect(await describeSchema(database.db)).toBe(before)
  await expectCompleted(database, start)
}

// For PostgreSQL, a process that is killed is a connection that ends. A process of its own for each would take a second more.
// proves: threat-second-process
test.each(Object.entries(STARTS))(
  'a migration of %s whose connection is cut in the middle leaves the older schema whole, and the next one completes it',
  async (_from, start) => expectUndone(start, (database) => startAndCut(database, AT_THE_END)),
)

describe('a migration that is killed in the middle (kill -9)', () => {
  // proves: threat-second-process
  test.each([STARTS.nothing, STARTS['the files of before']])(
    'leaves the older schema whole, and the next one completes it: %j',
    async (start) =>
      expectUndone(start, async (database) => {
        const stopped = await startAndStop(database, AT_THE_END)
        expect(stopped.isRunning()).toBe(true)
        await stopped.kill()
        await stopped.letGo()
      }),
  )

  // proves: threat-second-process
  test('and that runs statement by statement is completed by the next one', async () => {
    const database = await databaseWith(STARTS['this release'])
    const index = parseMigration('0901-index', INDEX)
    const stopped = await startAndStop(database, 'lock table audit_events in share mode', index)
    await stopped.kill()
    await stopped.letGo()
    await until(async () => (await migrating(database, 'holding')) === 0)
    expect(await migrate(database.address, [...MIGRATIONS, index])).toEqual([index.name])
    const made = await database.db.query`
      select indisvalid as valid from pg_index where indexrelid = 'audit_events_toy'::regclass`
    expect(made).toEqual([{ valid: true }])
  })

  // proves: threat-second-process
  test('is waited for by the next one, until PostgreSQL has noticed its end', async () => {
    const database = await databaseWith(STARTS.nothing)
    const stopped = await startAndStop(database, 'create table authorization_codes (taken integer)')
    const said: string[] = []
    const next = migrate(database.address, ALL, { say: (line) => void said.push(line) })
    await until(async () => said.some((line) => line.startsWith('Another portico migrate')))
    await stopped.kill()
    await stopped.letGo()
    expect(await next).toEqual(ALL.map(({ name }) => name))
  })
})

const INDEX = [
  '-- fits-from: 0031',
  '-- runs: statement by statement',
  'drop index concurrently if exists audit_events_toy;',
  'create index concurrently audit_events_toy on audit_events (address);',
].join('\n')

const FILL = [
  '-- fits-from: 0031',
  '-- runs: in batches of 2 by counted.id',
  'update counted set times = times + 1 where id between $1 and $2',
].join('\n')

// proves: releases-batches
test('a migration in batches that is killed (kill -9) goes on where it was', async () => {
  const database = await createTestDatabase()
  databases.push(database)
  const session = await openSession(database.address)
  await session.runText(`
    create table counted (id integer primary key, times integer not null default 0);
    insert into counted select generate_series(1, 5)`)
  await session.close()
  const fill = parseMigration('0901-fill', FILL)
  const stopped = await startAndStop(database, 'select 1 from counted where id = 4 for update', fill)
  await stopped.kill()
  await stopped.letGo()
  await until(async () => (await migrating(database, 'holding')) === 0)
  const state = await database.db.query`select done_up_to as "upTo", rows_done as rows from migration_batches`
  expect(state).toEqual([{ upTo: '2', rows: 2 }])
  const said: string[] = []
  const known = [...MIGRATIONS, fill]
  const applied = await migrate(database.address, known, { say: (line) => void said.push(line) })
  expect(applied).toEqual([fill.name])
  expect(said.join()).toContain('goes on after 2')
  expect(await database.db.query`select times, count(*)::int as rows from counted group by times`).toEqual([
    { times: 1, rows: 5 },
  ])
})
