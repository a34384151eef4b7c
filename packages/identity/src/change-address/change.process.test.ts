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
import { openSession } from '../platform/postgres/session.ts'
import { ChangeCase, settleAll, WAIT_SECONDS } from './change-address.fixture.ts'

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
           (select jsonb_agg(name order by event_id) from audit_events where citizen_id = ${citizenId}) as events,
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
    repeat: () => settleAll(present),
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
      await settleAll(present)
      return Object.assign(new ChangeCase(present, it.citizen), { newEmail: it.newEmail })
    },
    act: async (it, browser) => typeAt(browser, await it.linkOf('address-changed'), it.citizen.email),
    repeat: async (it) => it.keep(await it.linkOf('address-changed')),
    isDone: async (it) => (await emailOf(it)) === it.citizen.email,
  },
}

/** Lets a process do it, and kills the process where it stands after so many changes of rows. False where it went to the end. */
async function killAfter(step: number, way: Way, it: ChangeCase): Promise<boolean> {
  const { citizenId, email } = it.citizen
  await database.db.query`delete from stops`
  await database.db.query`insert into stops values (${citizenId}, ${email}, ${step})`
  const gate = await openSession(database.address)
  try {
    await gate.query`select pg_advisory_lock(${GATE})`
    const { child, baseUrl } = await startProcess()
    const acted = way.act?.(it, new TestBrowser(baseUrl)).catch(() => undefined)
    await expect
      .poll(async () => (await isStopped()) || way.isDone(it), { ...PATIENT, message: `step ${step}` })
      .toBe(true)
    const stopped = await isStopped()
    await kill(child)
    await acted
    return stopped
  } finally {
    await gate.close()
  }
}

// proves: threat-address-taken-over
describe('a process that is killed between any two steps, while', () => {
  testOnOneServer.each(Object.entries(WAYS))(
    '%s, has done nothing, and repeating does it',
    async (_name, way) => {
      let step = 1
      for (; step < MOST_STEPS; step += 1) {
        const it = await way.prepare()
        const before = await stateOf(it)
        const wasStopped = await killAfter(step, way, it)
        if (!wasStopped) break
        expect(await stateOf(it)).toEqual(before)
        expect(await way.isDone(it)).toBe(false)
        await way.repeat(it)
        expect([step, await way.isDone(it)]).toEqual([step, true])
      }
      expect(step).toBeGreaterThan(3)
      expect(step).toBeLessThan(MOST_STEPS)
    },
    600_000,
  )
})
