import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { findLatestEvents } from './latest-events.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the latest events are those of one citizen with the names, since an instant, the newest first', async () => {
  const now = systemClock.now()
  const [citizenId, other] = [randomUUID(), randomUUID()]
  const write = (who: string, name: string, ago: number) => database.db.query`
    insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
    values (gen_random_uuid(), ${who}::text::uuid, to_timestamp(${now - ago}), ${name}, ${who}::text::uuid, 'citizen', '{"reason": "r"}')`
  await write(citizenId, 'signed-in', 30)
  await write(citizenId, 'sign-in-failed', 20)
  await write(citizenId, 'signed-out', 90)
  await write(citizenId, 'operator-looked', 5)
  await write(other, 'signed-in', 10)
  const names = ['signed-in', 'sign-in-failed', 'signed-out'] as const
  const found = await findLatestEvents(database.db, citizenId, {
    ...{ names, since: plusSeconds(now, -60), most: 10 },
  })
  expect(found).toEqual([
    { name: 'sign-in-failed', at: now - 20, reason: 'r', actor: 'citizen', operator: null },
    { name: 'signed-in', at: now - 30, reason: 'r', actor: 'citizen', operator: null },
  ])
})
