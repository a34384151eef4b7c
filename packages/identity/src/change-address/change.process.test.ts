// Takes long, because each way is broken off after every change of a row, and some processes are started and killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen } from '../../testing/people.ts'
import { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, TEST_SECRET_KEY, type TestService } from '../../testing/test-service.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { ChangeCase, carryOutAll, WAIT_SECONDS } from './change-address.fixture.ts'

const PROGRAM = fileURLToPath(new URL('../command/portico.ts', import.meta.url))
const GATE = 4711
/** More steps than any of these transactions has. */
const MOST_STEPS = 40
const PATIENT = { timeout: 30_000 }

let database: TestDatabase
/** Services in this process: one at the time of the machine, and one a waiting period before it. */
let present: TestService
let past: TestService
let folder: string
const started: ChildProcess[] = []

/** After so many changes of rows about one citizen in a transaction, a gate that the test may have shut. */
const STOPS = `
create table stops (citizen_id text, email text, step integer);
create function stop_here() returns trigger language plpgsql as $$
declare
  about jsonb := to_jsonb(coalesce(new, old));
  done integer := coalesce(nullif(current_setting('test.step', true), ''), '0')::integer + 1;
  stop integer := (select step from stops
                    where about ->> 'citizen_id' = citizen_id or about ->> 'recipient' like '%' || email);
begin
  if stop is not null then perform set_config('test.step', done::text, true); end if;
  if stop = done then perform pg_advisory_xact_lock_shared(${GATE}); end if;
  return null;
end $$;`
const STOPPED = [
  ...['citizens', 'login_emails', 'address_changes', 'mailed_links'],
  ...['passkeys', 'audit_events', 'outbox'],
]

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-change-'))
  const before = fakeClock()
  before.advance(-WAIT_SECONDS)
  const most = '100000'
  const environment = { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: most, PORTICO_LIMIT_REGISTER_PER_IP_HOUR: most }
  present = await startTestService({ database, environment })
  past = await startTestService({ database, environment, clock: before })
  const triggers = STOPPED.map(
    (table) =>
      `create trigger stop_here after insert or update or delete on ${table} for each row execute function stop_here();`,
  )
  await run([STOPS, ...triggers].join('\n'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await present?.close()
  await past?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs statements that take no parameters. */
async function run(text: string): Promise<void> {
  const session = await openSession(database.address)
  await session.runText(text).finally(() => session.close())
}

/** A process whose mail server is away, so that letters stay in the outbox. */
async function startProcess(): Promise<{ child: ChildProcess; baseUrl: string }> {
  const port = String(await freePort())
  const baseUrl = `http://localhost:${port}`
  const env = {
    ...inherited(),
    PORTICO_PORT: port,
    PORTICO_BASE_URL: baseUrl,
    PORTICO_DATA_DIR: folder,
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: TEST_SECRET_KEY.toString('base64'),
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
    PORTICO_DATABASE_DEADLINE_MS: '15000',
  }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' })
  started.push(child)
  const answers = () =>
    fetch(`${baseUrl}/api/health/`).then(
      () => true,
      () => false,
    )
  await expect.poll(answers, PATIENT).toBe(true)
  return { child, baseUrl }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}

/** Everything that is stored about a change, without letters that a process may delete because they are too old. */
async function stateOf({ citizen, newEmail }: ChangeCase): Promise<unknown> {
  const { citizenId, email } = citizen
  const [state] = await database.db.query`
    select (select jsonb_agg(to_jsonb(c)) from citizens c where citizen_id = ${citizenId}) as citizen,
           (select jsonb_agg(to_jsonb(e) order by email) from login_emails e where citizen_id = ${citizenId}) as emails,
           (select jsonb_agg(to_jsonb(a)) from address_changes a where citizen_id = ${citizenId}) as change,
           (select jsonb_agg(link_hash) from mailed_links where citizen_id = ${citizenId}) as links,
           (select jsonb_agg(name order by event_id) from audit_events
             where citizen_id = ${citizenId} and name <> 'letter-given-up') as events,
           (select jsonb_agg(message_id order by message_id) from outbox
             where recipient in (${email}, ${newEmail}) and expires_at > to_timestamp(${present.clock.now()})) as letters`
  return state
}

/** Whether a transaction stands before the gate. */
async function isStopped(): Promise<boolean> {
  const waiting = await database.db.query`
    select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`
  return waiting.length > 0
}

interface Way {
  prepare(): Promise<ChangeCase>
  /** Begins the transaction at a process. Without it, the process begins it itself. */
  act?(it: ChangeCase, browser: TestBrowser): Promise<unknown>
  repeat(it: ChangeCase): Promise<unknown>
  isDone(it: ChangeCase): Promise<boolean>
}

const newCase = async (service: TestService) => new ChangeCase(service, await addCitizen(present))
const emailOf = async (it: ChangeCase) => (await it.now()).email

async function begun(service: TestService): Promise<ChangeCase> {
  const it = await newCase(service)
  await it.begin()
  return it
}

async function typeAt(browser: TestBrowser, path: string, email: string): Promise<unknown> {
  return browser.submit(await browser.get(path), { email }, { follow: false })
}

const WAYS: Readonly<Record<string, Way>> = {
  'the new address is confirmed': {
    async prepare() {
      const it = await newCase(present)
      await it.request()
      return it
    },
    act: async (it, browser) =>
      typeAt(browser, await it.linkOf('new-address', it.newEmail), it.citizen.email),
    repeat: (it) => it.confirm(),
    isDone: (it) => it.isKept(),
  },
  'the change is carried out': {
    prepare: () => begun(past),
    repeat: () => carryOutAll(present),
    isDone: async (it) => (await emailOf(it)) === it.newEmail,
  },
  'the old address stops it': {
    prepare: () => begun(present),
    act: async (it, browser) => typeAt(browser, await it.linkOf('address-change-begun'), it.citizen.email),
    repeat: async (it) => it.keep(await it.linkOf('address-change-begun')),
    isDone: async (it) => !(await it.isKept()),
  },
  'the old address takes it back': {
    async prepare() {
      const it = await begun(past)
      await carryOutAll(present)
      return Object.assign(new ChangeCase(present, it.citizen), { newEmail: it.newEmail })
    },
    act: async (it, browser) => typeAt(browser, await it.linkOf('address-changed'), it.citizen.email),
    repeat: async (it) => it.keep(await it.linkOf('address-changed')),
    isDone: async (it) => (await emailOf(it)) === it.citizen.email,
  },
}

/** Stops the transaction about this citizen after so many changes of rows. The caller lets it go. */
async function shutGate({ citizen }: ChangeCase, step: number): Promise<Session> {
  await database.db.query`delete from stops`
  await database.db.query`insert into stops values (${citizen.citizenId}, ${citizen.email}, ${step})`
  const gate = await openSession(database.address)
  await gate.query`select pg_advisory_lock(${GATE})`
  return gate
}

/** Waits until the transaction stands before the gate, or has come to its end. True where it stands. */
async function standsBeforeGate(way: Way, it: ChangeCase, step: number): Promise<boolean> {
  const options = { ...PATIENT, message: `step ${step}` }
  await expect.poll(async () => (await isStopped()) || way.isDone(it), options).toBe(true)
  return isStopped()
}

/** Does it, and cuts its connection where the transaction stands after so many changes. False where it went to the end. */
async function cutAfter(step: number, way: Way, it: ChangeCase): Promise<boolean> {
  const gate = await shutGate(it, step)
  try {
    const acted = (way.act?.(it, present.browser()) ?? way.repeat(it)).catch(() => undefined)
    const stopped = await standsBeforeGate(way, it, step)
    await database.db.query`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.objid = ${GATE} and not l.granted and a.datname = current_database()`
    await acted
    return stopped
  } finally {
    await gate.close()
  }
}

/** Lets a process do it, and kills the process where it stands after so many changes of rows. */
async function killAfter(step: number, way: Way, it: ChangeCase): Promise<boolean> {
  const gate = await shutGate(it, step)
  try {
    const { child, baseUrl } = await startProcess()
    const acted = way.act?.(it, new TestBrowser(baseUrl)).catch(() => undefined)
    const stopped = await standsBeforeGate(way, it, step)
    await kill(child)
    await acted
    return stopped
  } finally {
    await gate.close()
  }
}

/** Breaks it off after so many changes: nothing is done, and repeating does it. False where it went to the end. */
async function isUndone(breakOff: typeof killAfter, step: number, way: Way): Promise<boolean> {
  const it = await way.prepare()
  const before = await stateOf(it)
  if (!(await breakOff(step, way, it))) return false
  expect(await stateOf(it)).toEqual(before)
  expect(await way.isDone(it)).toBe(false)
  await way.repeat(it)
  expect([step, await way.isDone(it)]).toEqual([step, true])
  return true
}

// For the database, a process that is killed is a connection that ends. So the connection of a service in this process is cut
// after each change, and a whole process, which takes a second to start, is killed after the first and the last one.
// proves: threat-address-taken-over
describe('what is broken off between any two steps, and by a kill of the process at the first and the last one, while', () => {
  testOnOneServer.each(Object.entries(WAYS))(
    '%s, has done nothing, and repeating does it',
    async (_name, way) => {
      let steps = 0
      while (steps < MOST_STEPS && (await isUndone(cutAfter, steps + 1, way))) steps += 1
      expect(steps).toBeGreaterThan(2)
      expect(steps).toBeLessThan(MOST_STEPS)
      for (const step of [1, steps]) expect(await isUndone(killAfter, step, way)).toBe(true)
    },
    600_000,
  )
})
