// Takes long, because all migrations run for each one that is broken off.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { describeSchema } from '../../../testing/describe-schema.ts'
import { inherited } from '../../../testing/inherited.ts'
import { applyMigrations, MIGRATION_LOCK, migrate } from './migrate.ts'
import { parseMigration, readMigrations } from './migration.ts'
import { openSession, type Session } from './session.ts'

const PROGRAM = fileURLToPath(new URL('../../command/portico.ts', import.meta.url))
const SCHEMA = fileURLToPath(new URL('../../../schema.sql', import.meta.url))

const migrations = await readMigrations()
const inOneTransaction = migrations.flatMap(({ name, way }, index) =>
  way.kind === 'transaction' ? [[name, index] as const] : [],
)
const started: ChildProcess[] = []
const databases: TestDatabase[] = []

beforeAll(() => {
  expect(migrations.length).toBeGreaterThan(7)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  for (const database of databases) await database.drop()
})

/** A database of an older release: with the first migrations and a citizen. */
async function databaseBefore(next: number): Promise<TestDatabase> {
  const database = await createTestDatabase('template1')
  databases.push(database)
  const session = await openSession(database.address)
  await applyMigrations(session, session, migrations.slice(0, next))
  if (next > 0) await session.query`insert into login_emails values ('ana@example.test', gen_random_uuid())`
  await session.close()
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
  const end = migrate(database.address).then(
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

/** Starts the migration in another process, and makes it wait in the middle for a lock. */
async function startAndStop(database: TestDatabase, obstacle: string) {
  const rival = await takeLock(database, obstacle)
  const key = Buffer.alloc(32, 7).toString('base64')
  const env = {
    ...inherited(),
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: key,
  }
  const child = spawn(process.execPath, [PROGRAM, 'migrate'], { env, stdio: 'ignore' })
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

async function expectWhole(database: TestDatabase): Promise<void> {
  expect(await appliedTo(database)).toEqual(migrations.map(({ name }) => name))
  expect(await readFile(SCHEMA, 'utf8')).toContain(await describeSchema(database.db))
}

type Migration = (typeof inOneTransaction)[number]

/** Breaks a migration off before it is recorded. */
async function expectUndone(
  [name, index]: Migration,
  breakOff: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await databaseBefore(index)
  const before = await describeSchema(database.db)
  await breakOff(database)
  await until(async () => (await migrating(database, 'holding')) === 0)
  expect(await appliedTo(database)).toEqual(migrations.slice(0, index).map((earlier) => earlier.name))
  expect(await describeSchema(database.db)).toBe(before)
  expect((await migrate(database.address))[0]).toBe(name)
  await expectWhole(database)
  if (index === 0) return
  expect(await database.db.query`select email from login_emails`).toEqual([{ email: 'ana@example.test' }])
}

// For PostgreSQL, a process that is killed is a connection that ends. A process of its own for each would take a second more.
// proves: threat-second-process
test.each(inOneTransaction)(
  'a migration whose connection is cut in the middle of %s leaves the older schema whole, and the next one completes it',
  async (...migration) => expectUndone(migration, (database) => startAndCut(database, AT_THE_END)),
)

describe('a migration that is killed in the middle (kill -9)', () => {
  // proves: threat-second-process
  test('leaves the older schema whole, and the next one completes it: the first and the newest', async () => {
    for (const migration of [inOneTransaction.at(0), inOneTransaction.at(-1)])
      await expectUndone(migration!, async (database) => {
        const stopped = await startAndStop(database, AT_THE_END)
        expect(stopped.isRunning()).toBe(true)
        await stopped.kill()
        await stopped.letGo()
      })
  })

  // proves: threat-second-process
  test('and that runs statement by statement is completed by the next one', async () => {
    const database = await databaseBefore(16)
    const stopped = await startAndStop(database, 'lock table audit_events in share mode')
    await stopped.kill()
    await stopped.letGo()
    await until(async () => (await migrating(database, 'holding')) === 0)
    await migrate(database.address)
    await expectWhole(database)
  })

  // proves: threat-second-process
  test('is waited for by the next one, until PostgreSQL has noticed its end', async () => {
    const database = await databaseBefore(3)
    const stopped = await startAndStop(database, 'create table authorization_codes (taken integer)')
    const said: string[] = []
    const next = migrate(database.address, { say: (line) => void said.push(line) })
    await until(async () => said.some((line) => line.startsWith('Another portico migrate')))
    await stopped.kill()
    await stopped.letGo()
    expect(await next).toEqual(migrations.slice(3).map((migration) => migration.name))
    await expectWhole(database)
  })
})

/** Runs this as another process that knows one more migration, in batches of two. */
const IN_BATCHES = `
  import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}
  import { parseMigration, readMigrations } from ${JSON.stringify(new URL('./migration.ts', import.meta.url).href)}
  const fill = parseMigration('0901-fill.sql', process.env.FILL)
  await migrate({ kind: 'url', url: process.env.URL }, {
    say: (line) => console.log(line),
    migrations: [...(await readMigrations()), fill],
    patience: { lockTimeoutMilliseconds: 60_000, pausesMilliseconds: [] },
  })`

const FILL = [
  '-- fits-from: 0011',
  '-- runs: in batches of 2 by counted.id',
  'update counted set times = times + 1 where id between $1 and $2',
].join('\n')

// proves: releases-batches
test('a migration in batches that is killed (kill -9) goes on where it was', async () => {
  const database = await createTestDatabase()
  databases.push(database)
  const rival = await openSession(database.address)
  await rival.runText(`
    create table counted (id integer primary key, times integer not null default 0);
    insert into counted select generate_series(1, 5)`)
  await rival.runText('begin; select 1 from counted where id = 4 for update')
  const env = { ...inherited(), URL: database.url, FILL }
  const child = spawn(process.execPath, ['--input-type=module', '-e', IN_BATCHES], { env, stdio: 'ignore' })
  started.push(child)
  await until(async () => (await migrating(database, 'waiting')) > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rival.runText('rollback')
  await rival.close()
  await until(async () => (await migrating(database, 'holding')) === 0)
  const state = await database.db.query`select done_up_to as "upTo", rows_done as rows from migration_batches`
  expect(state).toEqual([{ upTo: '2', rows: 2 }])
  const said: string[] = []
  const known = [...migrations, parseMigration('0901-fill.sql', FILL)]
  const applied = await migrate(database.address, { say: (line) => void said.push(line), migrations: known })
  expect(applied).toEqual(['0901-fill.sql'])
  expect(said.join()).toContain('goes on after 2')
  expect(await database.db.query`select times, count(*)::int as rows from counted group by times`).toEqual([
    { times: 1, rows: 5 },
  ])
})
