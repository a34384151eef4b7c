import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { LAYOUTS } from '../../testing/layouts.ts'
import { plusSeconds, unixSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { DAY_SECONDS, dayOf } from './audit-day.ts'
import { deleteEvents } from './export-store.ts'

let database: TestDatabase
const day = dayOf(unixSeconds(1_800_000_000))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe.each(LAYOUTS)('the events of a day, on %s', (_name, laid) => {
  test('are deleted, from the place of the batch on, and none of the days beside it', async () => {
    const { db } = database
    await db.query`delete from audit_events`
    for (const seconds of [-1, 0, 100, DAY_SECONDS - 1, DAY_SECONDS])
      await db.query`
        insert into audit_events (event_id, at, name, actor, details)
        values (${randomUuid(systemRandom)}, to_timestamp(${plusSeconds(day.beginsAt, seconds)}), 'signed-in', 'citizen', '{}')`
    const left = async () => {
      const rows = await db.query<{ at: number }>`
        select extract(epoch from audit_events.at)::bigint as at from audit_events order by audit_events.at`
      return rows.map(({ at }) => at - day.beginsAt)
    }
    const batch = { most: 100, seconds: DAY_SECONDS }
    await deleteEvents(laid(db), day, { ...batch, from: plusSeconds(day.beginsAt, 50) })
    expect(await left()).toEqual([-1, 0, DAY_SECONDS])
    await deleteEvents(laid(db), day, { ...batch, from: unixSeconds(0) })
    expect(await left()).toEqual([-1, DAY_SECONDS])
  })
})
