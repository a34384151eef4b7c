import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { unixSeconds } from '../platform/clock.ts'
import type { Place } from './destination.ts'
import { countWaiting, countWritten, findOlder, findWritten, hasWaiting } from './waiting-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`delete from audit_events`)

const uuid = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`
const NOON = unixSeconds(Date.parse('2026-01-01T12:00:00Z') / 1_000)

interface Written {
  readonly id: number
  /** The number of its transaction. Null for one of before there were such numbers. */
  readonly by: number | null
  /** Seconds after noon. */
  readonly at?: number
}

async function write(...events: readonly Written[]): Promise<void> {
  for (const { id, by, at = 0 } of events)
    await database.db.query`
      insert into audit_events (event_id, at, name, actor, details, written_in)
      values (${uuid(id)}::text::uuid, to_timestamp(${NOON + at}), 'signed-in', 'citizen', '{}', ${by}::text::xid8)`
}

/** The fifth event of the transaction 10 was the last. */
const PLACE: Place = { walkedAt: null, transaction: 10, event: uuid(5) }
/** That one is of noon, and the transaction 10 the first of those that go in their order. */
const WALKING: Place = { ...PLACE, walkedAt: '2026-01-01T12:00:00.000000Z' }

/** Around the place: an earlier transaction, the same one before and behind, a later one, and one that is waited for. */
const AROUND = [
  { id: 9, by: 8 },
  { id: 4, by: 10 },
  { id: 6, by: 10 },
  { id: 1, by: 12 },
  { id: 2, by: 14 },
]

// proves: audit-forward-at-least-once
describe('in the order of transactions', () => {
  test('what is behind the place waits, below the transactions that are waited for', async () => {
    await write(...AROUND)
    expect(await countWritten(database.db, PLACE, { from: 10, below: 14 }, 100)).toBe(2)
    const found = await findWritten(database.db, PLACE, { below: 14, most: 100 })
    expect(found.map(({ eventId }) => eventId)).toEqual([uuid(6), uuid(1)])
  })

  test('what is waited for is told as waiting', async () => {
    await write(...AROUND)
    expect(await countWaiting(database.db, PLACE)).toMatchObject({ events: 3 })
  })
})

/** Around the place by time: before it, the same instant before and behind, later without a number and with an old one, and one that goes in the order of transactions. */
const AROUND_NOON = [
  { id: 9, by: 8, at: -1 },
  { id: 4, by: 8 },
  { id: 6, by: 8 },
  { id: 1, by: null, at: 1 },
  { id: 2, by: 9, at: 2 },
  { id: 3, by: 10, at: 3 },
]

// proves: audit-forward-at-least-once
describe('by the time, where a restore has brought events', () => {
  test('what is behind the place waits, of before the order of transactions', async () => {
    await write(...AROUND_NOON)
    const found = await findOlder(database.db, WALKING, 100)
    expect(found.map(({ eventId }) => eventId)).toEqual([uuid(6), uuid(1), uuid(2)])
  })

  test('everything in the order of transactions is told as waiting beside it', async () => {
    await write(...AROUND_NOON)
    expect(await countWaiting(database.db, WALKING)).toMatchObject({ events: 4 })
  })
})

// proves: audit-forward-retention
describe('a day has something that waits', () => {
  const DAY = { from: unixSeconds(NOON - 3_600), until: unixSeconds(NOON + 3_600) }

  test.each<[boolean, string, Written]>([
    [true, 'a later transaction', { id: 1, by: 12, at: -60 }],
    [true, 'the same transaction behind the place', { id: 6, by: 10, at: -60 }],
    [true, 'a later time, without a number', { id: 1, by: null, at: 60 }],
    [false, 'the same transaction before the place', { id: 4, by: 10, at: -60 }],
    [false, 'an earlier transaction and time', { id: 9, by: 8, at: -60 }],
    [false, 'another day, before', { id: 1, by: 12, at: -3_601 }],
    [false, 'another day, after', { id: 1, by: 12, at: 3_600 }],
  ])('%s: an event of %s', async (waits, _, event) => {
    await write(event)
    expect(await hasWaiting(database.db, WALKING, DAY)).toBe(waits)
  })
})
