import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { findTimeline, storeTimeline } from '../platform/postgres/timeline.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: readonly string[]) => portico(settingsFor(database), args)

async function timelineFinding(): Promise<Finding | undefined> {
  const report = (await run('doctor', '--json')).json<{ checks: Finding[] }>()
  return report.checks.find(({ check }) => check === 'Timeline')
}

// proves: failover-operator-accepts
test('a database that remembers a newer timeline of its cluster is refused, doctor says so, and an operator can accept the server', async () => {
  const { db } = database
  const seen = await findTimeline(db)
  if (!seen) throw new Error('The server tells no timeline')
  expect((await timelineFinding())?.state).toBe('ok')
  await storeTimeline(db, { ...seen, timeline: seen.timeline + 4 }, systemClock.now())

  const refused = await run('client', 'list')
  expect([refused.exitCode, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain(`timeline ${seen.timeline + 4} of this cluster exists`)
  expect(refused.err).toContain('portico timeline accept')
  expect(await timelineFinding()).toMatchObject({
    state: 'wrong',
    mend: expect.stringContaining('portico timeline accept') as string,
  })

  const accepted = await run('timeline', 'accept')
  expect(accepted.exitCode).toBe(0)
  expect(accepted.out).toContain('Restart every process of Portico')
  expect((await timelineFinding())?.state).toBe('ok')
  expect((await run('client', 'list')).exitCode).toBe(0)
  const events = await db.query<{ details: unknown }>`
    select details from audit_events where name = 'timeline-accepted'`
  expect(events).toEqual([{ details: { system_identifier: seen.systemIdentifier, timeline: seen.timeline } }])
})

test('what another cluster wrote, and a dump brought here, refuses nothing', async () => {
  await storeTimeline(database.db, { systemIdentifier: '42', timeline: 99 }, systemClock.now())
  expect((await run('client', 'list')).exitCode).toBe(0)
  expect((await timelineFinding())?.state).toBe('ok')
})

test('a schema that is too old for the event is migrated first, and until then nothing is accepted', async () => {
  const { db } = database
  const seen = await findTimeline(db)
  if (!seen) throw new Error('The server tells no timeline')
  const newer = { ...seen, timeline: seen.timeline + 4 }
  await db.query`update database_timelines set timeline = ${newer.timeline} where system_identifier = ${newer.systemIdentifier}`
  await db.query`alter table audit_events drop column operator`
  await db.query`delete from schema_migrations where name >= '0035'`
  const refused = await run('timeline', 'accept')
  expect([refused.exitCode, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('run portico migrate')
  expect((await timelineFinding())?.state).toBe('wrong')
})
