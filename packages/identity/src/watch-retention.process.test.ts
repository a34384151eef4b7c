import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { inherited } from '../testing/inherited.ts'
import { settingsFor } from './command/portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./command/portico.ts', import.meta.url))
const MONTH_SECONDS = 30 * 24 * 60 * 60

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const old = Math.floor(Date.now() / 1000) - 2 * MONTH_SECONDS
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    values (gen_random_uuid(), gen_random_uuid(), to_timestamp(${old}), 'signed-in', 'citizen', '{}')`
})
afterAll(() => database.drop())

// proves: growth-audit-retention
test('a process says from its beginning that events are overdue, because an alert waits for no second look', async () => {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())]
  const env = {
    ...inherited(),
    ...settingsFor(database),
    ...{ PORTICO_PORT: port, PORTICO_METRICS_PORT: metricsPort, PORTICO_MAILBOX_PORT: '0' },
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_AUDIT_RETENTION_DAYS: '30',
  }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => void said.push(text))
  const metrics = async () => {
    const answer = await fetch(`http://localhost:${metricsPort}/metrics`).catch(() => undefined)
    return answer?.text()
  }
  try {
    await expect.poll(metrics, { timeout: 30_000 }).toMatch(/^portico_audit_overdue 1$/m)
    await expect.poll(() => said.join('')).toContain('audit-overdue')
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
})
