import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { unixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { selectValues } from '../platform/postgres/select-values.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import {
  deleteClosing,
  findClosing,
  findDueClosings,
  putOff,
  saveClosing,
  takeDueClosing,
  wasEnteredSince,
} from './closing-store.ts'
import { ON_HOME } from './on-home.ts'

/** Two citizens want to close their accounts. What is done for one leaves the other. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string
const at = (seconds: number) => unixSeconds(1_800_000_000 + seconds)

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.query`delete from closings`
  ada = randomUuid(random)
  bob = randomUuid(random)
  await save(bob, 1, at(200))
  await save(ada, 2, at(100))
})

function save(citizenId: string, securityVersion: number, dueAt: ReturnType<typeof at>): Promise<void> {
  return db.transaction((tx) => saveClosing(tx, { citizenId, securityVersion, askedAt: at(0), dueAt }))
}

const begin = (citizenId: string, securityVersion: number, startedAt = at(0)) => db.query`
  insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                        authenticated_at, last_seen_at, expires_at)
  values (${citizenId}, ${randomUuid(random)}, ${random.bytes(32)}, ${securityVersion}, '', '', to_timestamp(${startedAt}),
          to_timestamp(0), to_timestamp(0), to_timestamp(9))`

test('each citizen has a request, and a second one replaces only the own', async () => {
  await save(ada, 3, at(300))
  expect([await findClosing(db, ada), await findClosing(db, bob)]).toEqual([
    { citizenId: ada, securityVersion: 3, askedAt: at(0), dueAt: at(300) },
    { citizenId: bob, securityVersion: 1, askedAt: at(0), dueAt: at(200) },
  ])
  expect(await findClosing(db, randomUuid(random))).toBeUndefined()
})

test('the home tells a citizen of the own request alone', async () => {
  const asked = async (citizenId: string) => {
    const question = { citizenId, language: 'en', layout: 'one-server', events: {} } as const
    return selectValues<readonly [boolean]>(db, [ON_HOME.asks(question)])
  }
  await db.transaction((tx) => deleteClosing(tx, ada))
  expect([await asked(ada), await asked(bob)]).toEqual([[false], [true]])
})

test('due are those whose time has come, the longest first, and so many', async () => {
  expect(await findDueClosings(db, at(99), 10)).toEqual([])
  expect(await findDueClosings(db, at(100), 10)).toEqual([ada])
  expect(await findDueClosings(db, at(200), 10)).toEqual([ada, bob])
  expect(await findDueClosings(db, at(200), 1)).toEqual([ada])
})

test('one that is due is taken once, and one that is not stays', async () => {
  const take = (citizenId: string) => db.transaction((tx) => takeDueClosing(tx, citizenId, at(150)))
  expect([await take(bob), await take(ada), await take(ada)]).toEqual([
    undefined,
    { citizenId: ada, securityVersion: 2, askedAt: at(0), dueAt: at(100) },
    undefined,
  ])
  expect(await findClosing(db, bob)).toMatchObject({ securityVersion: 1 })
})

test('one is put off, and none is done earlier by it', async () => {
  const put = (citizenId: string, seconds: number) =>
    db.transaction((tx) => putOff(tx, citizenId, at(seconds)))
  expect([await put(ada, 100), await put(ada, 300), await put(ada, 300), await put(ada, 200)]).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(await put(randomUuid(random), 300)).toBe(false)
  expect([await findClosing(db, ada), await findClosing(db, bob)]).toMatchObject([
    { dueAt: at(300), askedAt: at(0) },
    { dueAt: at(200) },
  ])
})

test('is deleted for one citizen', async () => {
  await db.transaction((tx) => deleteClosing(tx, ada))
  expect([await findClosing(db, ada), (await findClosing(db, bob))?.citizenId]).toEqual([undefined, bob])
})

test('somebody has entered since, if a session of then is there or a browser was seen later, of that citizen alone', async () => {
  const entered = (citizenId: string) =>
    db.transaction((tx) =>
      wasEnteredSince(tx, { citizenId, securityVersion: 2, askedAt: at(0), dueAt: at(100) }),
    )
  const see = (citizenId: string, seconds: number) => db.query`
    insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at)
    values (${citizenId}, ${random.bytes(32)}, to_timestamp(0), to_timestamp(${at(seconds)}))`
  await begin(ada, 1)
  await see(ada, 0)
  expect([await entered(ada), await entered(bob)]).toEqual([false, false])
  await begin(ada, 2)
  await see(bob, 1)
  expect([await entered(ada), await entered(bob), await entered(randomUuid(random))]).toEqual([
    true,
    true,
    false,
  ])
})
