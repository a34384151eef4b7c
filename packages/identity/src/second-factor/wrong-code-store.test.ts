import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { IN_A_ROW } from '../guesses/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { cancelWrongCode, countWrongCode, deleteWrongCodes } from './wrong-code-store.ts'

/** Two citizens. What is counted or taken back at one of them leaves the other. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds
/** More seconds than four bytes can hold. */
const IN_2040 = 2_208_988_800 as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => {
  ada = randomUuid(random)
  bob = randomUuid(random)
})

const [MARK, OTHER_MARK] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const count = (citizenId: string, passwordMark = MARK, now = at(0)) =>
  countWrongCode(db, { citizenId, passwordMark }, now)

test('wrong codes are counted for one citizen and password, up to the most, until they are forgotten', async () => {
  expect([await count(ada), await count(ada), await count(bob)]).toEqual([1, 2, 1])
  await db.query`update wrong_codes set failures = ${IN_A_ROW.most} where citizen_id = ${ada}`
  expect([await count(ada), await count(bob)]).toEqual([undefined, 2])
  expect(await count(ada, OTHER_MARK)).toBe(1)
  await db.query`update wrong_codes set failures = ${IN_A_ROW.most} where citizen_id = ${ada}`
  expect(await count(ada, OTHER_MARK, IN_2040)).toBe(1)
})

test('wrong codes are taken back one by one, for one citizen and password, and never below none', async () => {
  for (const citizenId of [ada, bob]) await count(citizenId)
  await cancelWrongCode(db, { citizenId: ada, passwordMark: OTHER_MARK })
  expect(await count(ada)).toBe(2)
  for (let time = 1; time <= 3; time += 1) await cancelWrongCode(db, { citizenId: ada, passwordMark: MARK })
  expect([await count(ada), await count(bob)]).toEqual([1, 2])
})

test('wrong codes are deleted for one citizen', async () => {
  for (const citizenId of [ada, bob]) await count(citizenId)
  expect([await deleteWrongCodes(db, ada), await deleteWrongCodes(db, ada)]).toEqual([true, false])
  expect([await count(ada), await count(bob)]).toEqual([1, 2])
})

test('several are remembered longer than one, and a count that begins anew as long as one', async () => {
  const once = IN_A_ROW.secondsEach
  for (let time = 1; time <= 3; time += 1) await count(ada)
  expect(await count(ada, MARK, at(3 * once - 1))).toBe(4)
  expect(await count(ada, MARK, at(7 * once - 1))).toBe(1)
  expect(await count(ada, MARK, at(8 * once - 1))).toBe(1)
  for (let time = 1; time <= 3; time += 1) await count(bob)
  expect([await count(bob, OTHER_MARK), await count(bob, OTHER_MARK, at(once))]).toEqual([1, 1])
})
