import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { valuesOf } from '../testing/metric-values.ts'
import { dayOf, upsertExport } from './audit/index.ts'
import { plusSeconds } from './platform/clock.ts'
import type { LogFields } from './platform/log.ts'
import { watchRetention } from './watch-retention.ts'

const DAY_SECONDS = 24 * 60 * 60

let database: TestDatabase
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// proves: growth-audit-retention
test('an event that is too old and not exported is told by the log and by a metric, until it is exported', async () => {
  const at = plusSeconds(clock.now(), -40 * DAY_SECONDS)
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    values (gen_random_uuid(), gen_random_uuid(), to_timestamp(${at}), 'signed-in', 'citizen', '{}')`
  const lines: [string, LogFields | undefined][] = []
  const warn = (event: string, fields?: LogFields) => void lines.push([event, fields])
  const log = { info: () => undefined, warn, error: () => undefined }
  const watching = watchRetention({ reads: database.db, clock, log }, 30)
  const isOverdue = async () => (await valuesOf(watching.metrics, 'portico_audit_overdue'))['']
  expect(await isOverdue()).toBe(0)
  await watching.look()
  expect(await isOverdue()).toBe(1)
  const message = 'not-exported: run portico audit export DIR'
  expect(lines).toMatchObject([
    ['audit-overdue', { 'portico.day': dayOf(at).name, 'error.message': message }],
  ])
  await upsertExport(database.db, { day: dayOf(at), events: 1, sha256: '' }, clock.now())
  await watching.look()
  await watching.stop()
  expect([await isOverdue(), lines.length]).toEqual([0, 1])
})
