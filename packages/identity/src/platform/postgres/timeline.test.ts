import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { unixSeconds } from '../clock.ts'
import { openSession } from './session.ts'
import {
  acceptTimeline,
  findStoredTimeline,
  findTimeline,
  replaceTimelines,
  storeTimeline,
} from './timeline.ts'

/** Two clusters have their timelines. What is stored for one of them leaves the other one. */
let database: TestDatabase
const now = unixSeconds(1_800_000_000)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from database_timelines`
  await store('1', 5)
  await store('2', 8)
})

const store = (systemIdentifier: string, timeline: number) =>
  storeTimeline(database.db, { systemIdentifier, timeline }, now)
const stored = async () => [
  await findStoredTimeline(database.db, '1'),
  await findStoredTimeline(database.db, '2'),
]

test('the newest timeline of a cluster is kept, whatever is stored later', async () => {
  expect([await store('1', 4), await store('1', 6), await store('1', 5)]).toEqual([5, 6, 6])
  expect(await stored()).toEqual([6, 8])
  expect(await findStoredTimeline(database.db, '3')).toBeUndefined()
})

test('an operator accepts an older timeline of one cluster', async () => {
  await acceptTimeline(database.db, { systemIdentifier: '2', timeline: 3 })
  expect(await stored()).toEqual([5, 3])
})

test('a database that went back in time has the timeline of its server alone', async () => {
  const seen = await findTimeline(database.db)
  expect(seen).toMatchObject({ timeline: 1 })
  await replaceTimelines(database.db, { systemIdentifier: '2', timeline: 1 }, now)
  expect(await stored()).toEqual([undefined, 1])
})

test('a replica has no timeline that counts, whatever its server would say', async () => {
  const session = await openSession(database.address)
  await session.runText(`
    create function pg_is_in_recovery() returns boolean language sql as 'select true';
    set search_path = public, pg_catalog`)
  expect(await findTimeline(session)).toBeUndefined()
  await session.close()
})
