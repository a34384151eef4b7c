import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { unixSeconds } from '../platform/clock.ts'
import {
  findCitizenEvents,
  findEvents,
  findEventsAfter,
  findUnseenEvents,
  findUnseenEventsOfCitizen,
  type StoredEvent,
} from './audit-log-store.ts'

/** Each of two citizens has an early event and a late one, in the order of the ids. */
let database: TestDatabase
const at = (seconds: number) => unixSeconds(1_800_000_000 + seconds)
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const ADA = idOf(8)
const [EARLY, LATE] = [at(10), at(20)]
const LATELY = { since: at(15), most: 10 }

beforeAll(async () => {
  database = await createTestDatabase()
  for (const [index, when] of [EARLY, EARLY, LATE, LATE].entries())
    await database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
      values (${idOf(index + 1)}, ${idOf(index + 1)}, to_timestamp(${when}), 'signed-in', ${index % 2 === 0 ? ADA : idOf(9)},
              'citizen', '{}')`
})
afterAll(() => database.drop())

const numbers = async (found: Promise<readonly StoredEvent[]>) =>
  (await found).map(({ eventId }) => Number(eventId.slice(-1)))

test('the newest events are those from an instant on, of all or of one citizen', async () => {
  const { db } = database
  expect(await numbers(findEvents(db, EARLY, 10))).toEqual([4, 3, 2, 1])
  expect(await numbers(findEvents(db, at(15), 10))).toEqual([4, 3])
  expect(await numbers(findCitizenEvents(db, ADA, { since: EARLY, most: 10 }))).toEqual([3, 1])
  expect(await numbers(findCitizenEvents(db, ADA, LATELY))).toEqual([3])
})

test('the unseen events are those from an instant on, without the seen ones, of all or of one citizen', async () => {
  const { db } = database
  expect(await numbers(findUnseenEvents(db, LATELY, []))).toEqual([3, 4])
  expect(await numbers(findUnseenEvents(db, LATELY, [idOf(3)]))).toEqual([4])
  expect(await numbers(findUnseenEventsOfCitizen(db, ADA, LATELY, []))).toEqual([3])
  expect(await numbers(findUnseenEventsOfCitizen(db, ADA, LATELY, [idOf(3)]))).toEqual([])
})

test('the events behind a place are those after it, and before an instant', async () => {
  const { db } = database
  const place = { at: new Date(EARLY * 1000).toISOString(), eventId: idOf(1) }
  expect(await numbers(findEventsAfter(db, place, { before: at(21), most: 10 }))).toEqual([2, 3, 4])
  expect(await numbers(findEventsAfter(db, place, { before: LATE, most: 10 }))).toEqual([2])
})
