import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { systemRandom } from '../platform/system-random.ts'
import { findCitizen, replacePasswordHash } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('another form of a password is stored for one citizen, while the account has the former one', async () => {
  const foundation = { db: database.db, clock: fakeClock(), random: systemRandom }
  const same = { passwordHash: 'former' }
  const [one, other] = [await addCitizen({ foundation }, same), await addCitizen({ foundation }, same)]
  const hashes = async () => {
    const found = [
      await findCitizen(database.db, one.citizenId),
      await findCitizen(database.db, other.citizenId),
    ]
    return found.map((citizen) => citizen?.passwordHash)
  }
  expect(await replacePasswordHash(database.db, one, 'present')).toBe(true)
  expect(await hashes()).toEqual(['present', 'former'])
  expect(await replacePasswordHash(database.db, one, 'another')).toBe(false)
  expect(await hashes()).toEqual(['present', 'former'])
})
