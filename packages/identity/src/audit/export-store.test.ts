import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { LAYOUTS } from '../../testing/layouts.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { whileHeld } from '../../testing/while-changed.ts'
import { plusSeconds, unixSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { DAY_SECONDS, dayOf } from './audit-day.ts'
import {
  countEvents,
  deleteEvents,
  findExport,
  findNextEventAt,
  findOldestDeletable,
  saveCount,
  saveDeleted,
  upsertExport,
} from './export-store.ts'

let database: TestDatabase
const day = dayOf(unixSeconds(1_800_000_000))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.db.query`delete from audit_events`
  await database.db.query`delete from audit_exports`
})

/** Events at the end of the day before, in this one, and at the beginning of the next one. */
const BESIDE_AND_WITHIN = [-1, 0, 100, DAY_SECONDS - 1, DAY_SECONDS]

async function addEvents(): Promise<void> {
  for (const seconds of BESIDE_AND_WITHIN)
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, actor, details)
      values (${randomUuid(systemRandom)}, ${randomUuid(systemRandom)}, to_timestamp(${plusSeconds(day.beginsAt, seconds)}), 'signed-in', 'citizen', '{}')`
}

async function left(): Promise<readonly number[]> {
  const rows = await database.db.query<{ at: number }>`
    select extract(epoch from audit_events.at)::bigint as at from audit_events order by audit_events.at`
  return rows.map(({ at }) => at - day.beginsAt)
}

const batch = { most: 100, seconds: DAY_SECONDS }

describe.each(LAYOUTS)('the events of a day, on %s', (_name, laid) => {
  test('are deleted, from the place of the batch on, and none of the days beside it', async () => {
    const { db } = database
    await addEvents()
    await deleteEvents(laid(db), day, { ...batch, from: plusSeconds(day.beginsAt, 50) })
    expect(await left()).toEqual([-1, 0, DAY_SECONDS])
    await deleteEvents(laid(db), day, { ...batch, from: unixSeconds(0) })
    expect(await left()).toEqual([-1, DAY_SECONDS])
    const again = await deleteEvents(laid(db), day, { ...batch, from: unixSeconds(0) })
    expect(again).toEqual({ removed: 0, isFull: false, reached: null })
  })
})

testOnOneServer('an event that another process deletes is not waited for', async () => {
  const { db } = database
  await addEvents()
  const at = plusSeconds(day.beginsAt, 100)
  const { hasWaited } = await whileHeld(
    database,
    (tx) => tx.query`select 1 from audit_events where at = to_timestamp(${at}) for update`,
    () => deleteEvents(db, day, { ...batch, from: unixSeconds(0) }),
  )
  expect(hasWaited).toBe(false)
  expect(await left()).toEqual([-1, 100, DAY_SECONDS])
})

test('the events of a day are counted, and the next one is found', async () => {
  await addEvents()
  expect(await countEvents(database.db, day)).toBe(3)
  expect(await findNextEventAt(database.db, day.beginsAt)).toBe(day.beginsAt)
  expect(await findNextEventAt(database.db, plusSeconds(day.beginsAt, 1))).toBe(
    plusSeconds(day.beginsAt, 100),
  )
  expect(await findNextEventAt(database.db, plusSeconds(day.beginsAt, DAY_SECONDS + 1))).toBeUndefined()
})

describe('of the exports of three days', () => {
  const dayAfter = (days: number) => dayOf(plusSeconds(day.beginsAt, days * DAY_SECONDS))
  const [first, second, third] = [dayAfter(0), dayAfter(1), dayAfter(2)]
  const now = plusSeconds(day.beginsAt, 9 * DAY_SECONDS)
  const found = async (one: typeof day) => findExport(database.db, one)
  const oldest = async (before: typeof day) => (await findOldestDeletable(database.db, before))?.day
  const write = (one: typeof day, events = 3) =>
    upsertExport(database.db, { day: one, events, sha256: '0'.repeat(64) }, now)

  beforeEach(async () => {
    for (const one of [third, second, first]) await write(one)
  })

  test('the oldest one is deleted first, and none that is young', async () => {
    expect([await oldest(first), await oldest(second), await oldest(third)]).toEqual([
      ...[undefined, first.name, first.name],
    ])
  })

  test('one is deleted once, and the others are not', async () => {
    expect(await saveDeleted(database.db, first, now)).toBe(true)
    expect(await saveDeleted(database.db, first, now)).toBe(false)
    expect([await found(first), await found(second)]).toMatchObject([
      { isDeleted: true },
      { isDeleted: false },
    ])
    expect([await oldest(second), await oldest(third)]).toEqual([undefined, second.name])
  })

  test('one is counted once, and stays where an event came late', async () => {
    await saveCount(database.db, first, 4)
    await saveCount(database.db, first, 3)
    await saveCount(database.db, second, 3)
    expect([await found(first), await found(second), await found(third)]).toMatchObject([
      ...[{ counted: 4 }, { counted: 3 }, { counted: null }],
    ])
    expect(await oldest(third)).toBe(second.name)
  })

  test('one is exported anew, and then counts as neither counted nor deleted', async () => {
    await saveCount(database.db, first, 3)
    await saveDeleted(database.db, first, now)
    await write(first, 5)
    expect(await found(first)).toMatchObject({ events: 5, counted: null, isDeleted: false })
    expect(await found(second)).toMatchObject({ events: 3 })
  })
})
