import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { unixSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import {
  deleteInvestigation,
  deleteOver,
  deleteRunning,
  findEnd,
  findOver,
  insertInvestigation,
} from './investigation-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Two accounts are investigated still, and the investigation of two others is over. */
let running: string
let alsoRunning: string
let over: string
let alsoOver: string
const now = unixSeconds(Math.floor(Date.now() / 1000))

beforeEach(async () => {
  await database.db.query`delete from investigations`
  running = await insert(3_600)
  alsoRunning = await insert(7_200)
  over = await insert(-3_600)
  alsoOver = await insert(-1_800)
})

async function insert(seconds: number): Promise<string> {
  const citizenId = randomUuid(systemRandom)
  const investigation = { citizenId, operator: 'ada', since: unixSeconds(now - 7_200) }
  const ends = { endsAt: unixSeconds(now + seconds) }
  expect(await insertInvestigation(database.db, { ...investigation, ...ends })).toBe(true)
  expect(await insertInvestigation(database.db, { ...investigation, endsAt: now })).toBe(false)
  return citizenId
}

async function left(): Promise<readonly string[]> {
  const rows = await database.db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from investigations order by ends_at`
  return rows.map(({ citizenId }) => citizenId)
}

test('the end of one that runs is found, of that account alone', async () => {
  expect(await findEnd(database.db, running)).toBe(now + 3_600)
  expect(await findEnd(database.db, alsoRunning)).toBe(now + 7_200)
  expect(await findEnd(database.db, over)).toBeUndefined()
  expect(await findEnd(database.db, randomUuid(systemRandom))).toBeUndefined()
})

test('the one that is ended early is the own one, and it has to run', async () => {
  expect(await deleteRunning(database.db, over)).toBe(false)
  expect(await deleteRunning(database.db, running)).toBe(true)
  expect(await deleteRunning(database.db, running)).toBe(false)
  expect(await left()).toEqual([over, alsoOver, alsoRunning])
})

test('the one whose end is told is the own one, and it has to be over', async () => {
  expect(await deleteOver(database.db, running)).toBe(false)
  expect(await deleteOver(database.db, over)).toBe(true)
  expect(await deleteOver(database.db, over)).toBe(false)
  expect(await left()).toEqual([alsoOver, running, alsoRunning])
})

test('an account that is closed loses its own', async () => {
  await deleteInvestigation(database.db, running)
  await deleteInvestigation(database.db, over)
  expect(await left()).toEqual([alsoOver, alsoRunning])
})

test('those that are over by both clocks are found, the longest first', async () => {
  expect(await findOver(database.db, now, 10)).toEqual([over, alsoOver])
  expect(await findOver(database.db, now, 1)).toEqual([over])
  expect(await findOver(database.db, unixSeconds(now - 2_000), 10)).toEqual([over])
  expect(await findOver(database.db, unixSeconds(now + 86_400), 10)).toEqual([over, alsoOver])
})
