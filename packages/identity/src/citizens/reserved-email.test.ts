import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { pastClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import {
  type Citizen,
  findCitizenIdByEmail,
  findHolderOfEmail,
  freeReservedEmail,
  replaceEmail,
} from './index.ts'

const clock = pastClock()
const WEEK_SECONDS = 7 * 24 * 60 * 60
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const newCitizen = () => addCitizen({ foundation: { db: database.db, clock, random: systemRandom } })

/** Gives a citizen another address, and keeps the one before for a week. */
const give = (citizen: Citizen, email: string) => {
  const now = clock.now()
  const times = { now, reservedUntil: plusSeconds(now, WEEK_SECONDS) }
  return database.db.transaction((tx) => replaceEmail(tx, citizen, { email, emailVerified: true }, times))
}
const holderOf = (email: string, afterSeconds = 0) =>
  findHolderOfEmail(database.db, email, plusSeconds(clock.now(), afterSeconds))

test('an address that was replaced is nobody else’s for a week, signs nobody in, and is its citizen’s to take back', async () => {
  const [citizen, other] = [await newCitizen(), await newCitizen()]
  const { citizenId, email: before } = citizen
  const email = `new.${before}`
  expect(await give(citizen, email)).toBe(true)
  expect(await findCitizenIdByEmail(database.db, before)).toBeUndefined()
  expect([await holderOf(before), await holderOf(before, WEEK_SECONDS)]).toEqual([citizenId, undefined])
  expect(await give(other, before)).toBe(false)
  expect(await give({ ...citizen, email }, before)).toBe(true)
  expect(await findCitizenIdByEmail(database.db, before)).toBe(citizenId)
})

test('a reservation that is freed lets others have the address; one in use is not freed', async () => {
  const [citizen, other] = [await newCitizen(), await newCitizen()]
  const { citizenId, email: before } = citizen
  const free = (email: string) => database.db.transaction((tx) => freeReservedEmail(tx, { citizenId, email }))
  await free(before)
  expect(await findCitizenIdByEmail(database.db, before)).toBe(citizenId)
  expect(await give(citizen, `new.${before}`)).toBe(true)
  await free(before)
  expect(await holderOf(before)).toBeUndefined()
  expect(await give(other, before)).toBe(true)
})
