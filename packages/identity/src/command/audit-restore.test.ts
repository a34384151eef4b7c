import { afterAll, beforeAll, expect } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findHead, sealEvents } from '../audit-seals/index.ts'
import { glance, on, openWorkbench, type Workbench } from './backup.fixture.ts'

let bench: Workbench
let service: TestService

beforeAll(async () => {
  bench = await openWorkbench()
  service = await startTestService()
  await addCitizen(service)
})
afterAll(async () => {
  await service.close()
  await bench.clear()
})

/** Seals until a round leaves no event unsealed, whatever else happens on the server. */
async function seal(database: TestDatabase): Promise<void> {
  await glance(database, async (db) => {
    await expect
      .poll(async () => {
        while ((await sealEvents({ ...service.foundation, db })) === 'again');
        const head = await findHead(db)
        const [open] = await db.query<{ events: number }>`
          select count(*)::int as events from audit_events where written_in::text::bigint >= ${head?.sealedBelow ?? 0}`
        return open?.events
      })
      .toBe(0)
  })
}

const verify = (database: TestDatabase) => on(database, 'audit', 'verify', '--json')

// proves: audit-sealed
test('a restore keeps the chains of the backup and of the database, begins another one, and is no break', async () => {
  await seal(service.database)
  const folder = bench.newPath()
  await on(service.database, 'backup', folder)
  const target = await bench.newDatabase()
  await on(target, 'client', 'list')
  await seal(target)
  expect((await on(target, 'restore', folder, '--force')).exitCode).toBe(0)
  await seal(target)
  const { out, exitCode } = await verify(target)
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { whole: true, breaks: [] }])
  const [chains] = await glance(
    target,
    (db) => db.query<{ count: number }>`select count(distinct chain)::int as count from audit_seals`,
  )
  expect(chains?.count).toBe(3)
  await glance(
    target,
    (db) =>
      db.query`delete from audit_events where event_id = (select event_id from audit_events order by at limit 1)`,
  )
  expect((await verify(target)).json()).toMatchObject({ whole: false })
})
