// Takes over 10 s: each command is a process that loads the service, and two embedded PostgreSQL are made and started.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { startTestService } from '../../testing/test-service.ts'
import { contentOf, on, openWorkbench, type Workbench } from './backup.fixture.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

let bench: Workbench
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  bench = await openWorkbench()
  folder = bench.newPath()
  const service = await startTestService()
  await addProgram(service)
  await addCitizen(service)
  expect((await on(service.database, 'backup', folder)).exitCode).toBe(0)
  await service.close()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await bench.clear()
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command as the operator's shell would. */
function spawned(environment: Record<string, string>, ...args: readonly string[]): Promise<Ended> {
  const env = { ...inherited(), ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env, timeout: 150_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** Makes a restore wait while it fills the table of clients, until this database's lock 42 is free. */
async function makeRestoresWait({ db }: TestDatabase): Promise<void> {
  await db.query`
    create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(42); return new; end'`
  await db.query`
    create function on_new_table() returns event_trigger language plpgsql as '
    begin
      if exists (select 1 from pg_event_trigger_ddl_commands() where object_identity = ''public.clients'') then
        create trigger stand_still before insert on clients for each row execute function stand_still();
      end if;
    end'`
  await db.query`create event trigger on_new_table on ddl_command_end when tag in ('CREATE TABLE')
                 execute function on_new_table()`
}

/** Holds the lock, in a session that does not count as one of Portico's. */
async function holdLock({ address }: TestDatabase) {
  const path = `${address.socketDir}/.s.PGSQL.${address.port}`
  const { user, database } = address
  const sql = postgres({ path, user, database, max: 1, onnotice: () => undefined })
  await sql`select pg_advisory_lock(42)`
  return {
    somebodyWaits: async () => {
      const waiting = await sql`
        select 1 from pg_locks where not granted and database =
          (select oid from pg_database where datname = current_database())`
      return waiting.length > 0
    },
    release: async () => void (await sql`select pg_advisory_unlock(42)`),
    keepWritersOff: async (table: string) => {
      await sql`begin`
      await sql`lock table ${sql(table)} in share mode`
    },
    letWriters: async () => void (await sql`commit`),
    nobodyElse: async () => {
      const others = await sql`
        select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      return others.length === 0
    },
    close: () => sql.end(),
  }
}

const until = (what: () => Promise<boolean>) => expect.poll(what).toBe(true)

describe('a backup that is killed', () => {
  test('when all files are written but the last is no backup: it is not restored, and not written over', async () => {
    const source = await bench.newDatabase()
    const copy = bench.newPath()
    const held = await holdLock(source)
    await held.keepWritersOff('audit_events')
    const env = { ...inherited(), ...settingsFor(source) }
    const child = spawn(process.execPath, [PROGRAM, 'backup', copy], { env, stdio: 'ignore' })
    started.push(child)
    await until(held.somebodyWaits)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await held.letWriters()
    await held.close()
    const left = await readdir(copy)
    expect(left).toContain('citizens.jsonl')
    expect(left).not.toContain('manifest.json')
    const target = await bench.newDatabase()
    expect(await on(target, 'restore', copy)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('contains no complete backup'),
    })
    expect(await on(source, 'backup', copy)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('is not empty'),
    })
  })
})

describe('a restore that is killed', () => {
  // proves: threat-second-process
  test('in the middle of the data leaves the database as it was, and the next one succeeds', async () => {
    const target = await bench.newDatabase()
    const before = await contentOf(target)
    await makeRestoresWait(target)
    await target.db.close()
    const env = { ...inherited(), ...settingsFor(target) }
    const held = await holdLock(target)
    const child = spawn(process.execPath, [PROGRAM, 'restore', folder], { env, stdio: 'ignore' })
    started.push(child)
    await until(held.somebodyWaits)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await held.release()
    await until(held.nobodyElse)
    await held.close()
    expect(await contentOf(target)).toBe(before)
    expect(await spawned(settingsFor(target), 'restore', folder)).toMatchObject({ code: 0 })
    const clients = await on(target, 'client', 'list', '--json')
    expect(clients.json<unknown[]>()).toHaveLength(1)
  })
})

describe('backup and restore on the embedded database', () => {
  test('a backup beside the running service is refused there and restored in a new place, with its key', async () => {
    const [here, there] = [bench.newPath(), bench.newPath()]
    const port = String(await freePort())
    const settings = {
      PORTICO_DATA_DIR: here,
      PORTICO_PORT: port,
      PORTICO_BASE_URL: `http://localhost:${port}`,
      PORTICO_MAILBOX_PORT: '0',
      PORTICO_DRAIN_SECONDS: '0',
    }
    expect(await spawned(settings, 'migrate')).toMatchObject({ code: 0 })
    const service = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { ...inherited(), ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.push(service)
    let said = ''
    service.stderr?.on('data', (chunk) => (said += String(chunk)))
    await until(async () => said.includes('Portico is ready'))
    expect(
      await spawned(
        settings,
        'client',
        'add',
        'Parking',
        '--redirect-uri',
        'http://localhost:4100/cb',
        '--reason',
        'x',
      ),
    ).toMatchObject({ code: 0 })

    const copy = bench.newPath()
    const made = await spawned(settings, 'backup', copy)
    expect([made.code, made.out]).toEqual([0, expect.stringContaining(join(here, 'secret-key'))])
    expect(await spawned(settings, 'restore', copy, '--force')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('stop every one of them first'),
    })
    service.kill('SIGTERM')
    await once(service, 'exit')

    expect(await spawned({ PORTICO_DATA_DIR: there }, 'restore', copy)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The secret key is missing at'),
    })
    await rm(there, { recursive: true, force: true })
    await cp(join(here, 'secret-key'), join(there, 'secret-key'), { recursive: true })
    expect(await spawned({ PORTICO_DATA_DIR: there }, 'restore', copy)).toMatchObject({
      code: 1,
      err: expect.stringContaining('run portico migrate'),
    })
    expect(await spawned({ PORTICO_DATA_DIR: there }, 'migrate')).toMatchObject({ code: 0 })
    expect(await spawned({ PORTICO_DATA_DIR: there }, 'restore', copy)).toMatchObject({ code: 0 })
    const clients = await spawned({ PORTICO_DATA_DIR: there }, 'client', 'list', '--json')
    expect(JSON.parse(clients.out)).toMatchObject([{ name: 'Parking' }])
    const doctor = await spawned({ ...settings, PORTICO_DATA_DIR: there }, 'doctor')
    expect(doctor.out).toContain('1 can be opened with the secret key')
  })
})
