import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { whileHeld } from '../../testing/while-changed.ts'
import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { FIRST_DELAY_SECONDS, type GuessCounter } from './guess.ts'
import { cancelFailure, countFailureAt, findFailures } from './guess-store.ts'
import { forgiveFailures } from './guessed-address-store.ts'
import { deleteUnseenDevices, selectDevices, upsertDevice } from './known-device-store.ts'

/** How long a counter of guesses remembers, and waits; and what is not written. */
let database: TestDatabase
let key: Buffer
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds
const HOUR = 3600

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from known_devices`
  key = Buffer.from(randomUuid(random))
})

const count = (now: UnixSeconds, changes: Partial<GuessCounter> = {}) =>
  countFailureAt(
    database.db,
    { key, free: 100, rememberedSeconds: HOUR, rememberedFrom: 'first', ...changes },
    now,
  )
const failuresAt = async (now: UnixSeconds) => (await findFailures(database.db, key, now))?.failures

test('failures are remembered from the first one', async () => {
  for (const now of [at(0), at(100)]) await count(now)
  expect([await failuresAt(at(HOUR - 1)), await failuresAt(at(HOUR))]).toEqual([2, undefined])
})

test('failures are remembered from the latest one', async () => {
  for (const now of [at(0), at(100)]) await count(now, { rememberedFrom: 'latest' })
  expect([await failuresAt(at(HOUR + 99)), await failuresAt(at(HOUR + 100))]).toEqual([2, undefined])
})

test('a count that begins anew is remembered as long as a first one', async () => {
  for (const now of [at(0), at(HOUR)]) await count(now)
  expect([await failuresAt(at(2 * HOUR - 1)), await failuresAt(at(2 * HOUR))]).toEqual([1, undefined])
})

test('a failure after one that was taken back is the first one', async () => {
  const counted = await count(at(0))
  if (counted) await cancelFailure(database.db, counted)
  await count(at(100))
  expect(await failuresAt(at(HOUR + 99))).toBe(1)
})

test('a count that begins anew waits as a first failure does', async () => {
  for (const now of [at(0), at(10), at(100)]) await count(now, { free: 1 })
  const anew = await count(at(HOUR), { free: 1 })
  expect(anew).toMatchObject({ failures: 1, blockedUntil: at(HOUR + FIRST_DELAY_SECONDS) })
})

test('a count that begins anew has its free failures again', async () => {
  for (const now of [at(0), at(1)]) await count(now, { free: 2 })
  expect(await count(at(HOUR), { free: 2 })).toMatchObject({ failures: 1, blockedUntil: EPOCH })
})

test('a failure that is taken back ends its wait, where nobody has counted since', async () => {
  const first = await count(at(0), { free: 1 })
  const second = await count(at(10), { free: 1 })
  if (!first || !second) throw new Error('nothing was counted')
  await cancelFailure(database.db, first)
  expect((await findFailures(database.db, key, at(10)))?.blockedUntil).toBe(second.blockedUntil)
  await cancelFailure(database.db, { ...second, failures: 1 })
  expect((await findFailures(database.db, key, at(10)))?.blockedUntil).toBe(EPOCH)
})

const DAY = 86_400
const [HOME, WORK] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const purge = () => deleteUnseenDevices(database.db, at(10 * DAY), { most: 100, from: at(0), seconds: DAY })

testOnOneServer('forgetting browsers does not wait for one that is signing in', async () => {
  const ada = randomUuid(random)
  for (const [deviceHash, day] of [[HOME, 1] as const, [WORK, 20] as const])
    await upsertDevice(database.db, { citizenId: ada, deviceHash }, at(day * DAY))
  const { hasWaited, answer } = await whileHeld(
    database,
    (tx) => tx.query`select 1 from known_devices where device_hash = ${HOME} for update`,
    purge,
  )
  expect([hasWaited, answer.removed, (await selectDevices(database.db, ada)).length]).toEqual([false, 0, 2])
})

testOnOneServer('forgiving writes nothing where there is nothing to forgive', async () => {
  const ada = randomUuid(random)
  await upsertDevice(database.db, { citizenId: ada, deviceHash: HOME }, at(0))
  const version = () => database.db.query`select xmin::text as version from known_devices`
  const before = await version()
  await forgiveFailures(database.db, ada, { deviceHash: HOME, email: 'ada@example.test' })
  expect(await version()).toEqual(before)
})
