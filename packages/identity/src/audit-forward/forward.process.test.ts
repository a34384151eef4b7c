// Takes over 10 s: real processes start, and one is killed, each of which loads the service.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { settingsFor } from '../command/portico.fixture.ts'
import {
  type HttpReceiver,
  type SyslogReceiver,
  startHttpReceiver,
  startSyslogReceiver,
} from './receivers.fixture.ts'

const PROGRAM = fileURLToPath(new URL('../command/portico.ts', import.meta.url))

let database: TestDatabase
let webhook: HttpReceiver
let syslog: SyslogReceiver
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  webhook = await startHttpReceiver()
  syslog = await startSyslogReceiver()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await webhook.close()
  await syslog.close()
  await database.drop()
})

async function serve(): Promise<ChildProcess> {
  const port = String(await freePort())
  const env = {
    ...inherited(),
    ...settingsFor(database),
    PORTICO_PORT: port,
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_AUDIT_SYSLOG: `tcp://127.0.0.1:${syslog.port}`,
    PORTICO_AUDIT_WEBHOOK: webhook.url,
    PORTICO_AUDIT_WEBHOOK_SECRET: Buffer.alloc(32, 1).toString('base64'),
  }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' })
  started.push(child)
  return child
}

async function add(): Promise<string> {
  const [row] = await database.db.query<{ id: string }>`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, to_timestamp(${Date.now() / 1000}), 'signed-in', 'citizen', '{}' from (select gen_random_uuid() as id) as made
    returning event_id as id`
  return row?.id ?? ''
}

const begun = async () => (await database.db.query`select 1 as begun from audit_destinations`).length
const cameTo = (id: string) => webhook.lines().filter((line) => line['event_id'] === id).length
const long = { timeout: 60_000 }

// proves: audit-forward-at-least-once
test('portico serve forwards to both; a process that is killed while a receiver has its delivery leaves it to another one, with its id', {
  timeout: 120_000,
}, async () => {
  const one = await serve()
  await expect.poll(begun, long).toBe(2)
  const first = await add()
  await expect.poll(() => cameTo(first), long).toBe(1)
  await expect.poll(() => syslog.messages.filter((words) => words.includes(first)).length, long).toBe(1)

  webhook.behave(() => one.kill('SIGKILL'))
  const second = await add()
  await once(one, 'close')
  webhook.behave((response) => void response.writeHead(204).end())
  const [other, another] = [await serve(), await serve()]
  // The lease of a process that has died is a minute.
  await database.db.query`update audit_destinations set due_at = 'epoch'`
  await expect.poll(() => cameTo(second), long).toBe(2)
  const [before, after] = webhook.posted.filter(({ body }) => body.includes(second))
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
  const third = await add()
  await expect.poll(() => cameTo(third), long).toBe(1)
  for (const child of [other, another]) {
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  }
  expect([cameTo(first), cameTo(second), cameTo(third)]).toEqual([1, 2, 1])
})
