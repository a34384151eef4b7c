import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { valuesOf } from '../testing/metric-values.ts'
import { dayOf, upsertExport } from './audit/index.ts'
import { plusSeconds, type UnixSeconds } from './platform/clock.ts'
import type { LogFields } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import { watchRetention } from './watch-retention.ts'

const DAY_SECONDS = 24 * 60 * 60

let database: TestDatabase
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** An event of so many days ago. */
async function addEvent(days: number): Promise<UnixSeconds> {
  const at = plusSeconds(clock.now(), -days * DAY_SECONDS)
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    values (gen_random_uuid(), gen_random_uuid(), to_timestamp(${at}), 'signed-in', 'citizen', '{}')`
  return at
}

// proves: growth-audit-retention
test('an event that is too old and not exported is told by the log and by a metric, until it is exported', async () => {
  const at = await addEvent(40)
  const lines: [string, LogFields | undefined][] = []
  const warn = (event: string, fields?: LogFields) => void lines.push([event, fields])
  const log = { info: () => undefined, warn, error: () => undefined }
  const watching = watchRetention({ reads: database.db, clock, log, awaits: async () => false }, 30)
  const isOverdue = async () => (await valuesOf(watching.metrics, 'portico_audit_overdue'))['']
  expect(await isOverdue()).toBeUndefined()
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

// proves: growth-audit-retention
test.each(['overdue', 'not overdue'] as const)(
  'a look that the database does not answer says nothing, after one that found a day %s',
  async (found) => {
    await addEvent(50)
    let isAway = true
    const query: Database['query'] = (...statement) =>
      isAway
        ? Promise.reject(new Error('canceling statement due to statement timeout'))
        : database.db.query(...statement)
    const reads: Database = { ...database.db, query }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const watching = watchRetention(
      { reads, clock, log, awaits: async () => false },
      found === 'overdue' ? 30 : 4_000,
    )
    const read = async () => ({
      overdue: (await valuesOf(watching.metrics, 'portico_audit_overdue'))[''],
      age: (await valuesOf(watching.metrics, 'portico_audit_look_age_seconds'))[''],
    })
    const failing = async () => {
      clock.advance(600)
      await expect(watching.look()).rejects.toThrow('timeout')
    }
    await failing()
    expect(await read()).toEqual({ overdue: undefined, age: 600 })
    isAway = false
    await watching.look()
    expect(await read()).toEqual({ overdue: found === 'overdue' ? 1 : 0, age: 0 })
    isAway = true
    await failing()
    await failing()
    expect(await read()).toEqual({ overdue: found === 'overdue' ? 1 : undefined, age: 1200 })
    isAway = false
    await watching.look()
    expect(await read()).toEqual({ overdue: found === 'overdue' ? 1 : 0, age: 0 })
    await watching.stop()
  },
)
