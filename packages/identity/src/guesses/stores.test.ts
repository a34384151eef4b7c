import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { LAYOUTS } from '../../testing/layouts.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PurgeBatch } from '../platform/postgres/purge.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { CALM_FAILURES_PER_ACCOUNT, LONGEST_DELAY_SECONDS } from './guess.ts'
import { cancelFailure, countFailureAt, deleteCounter, findFailures, hasManyFailures } from './guess-store.ts'
import {
  cancelAddressFailure,
  countAddressFailure,
  countFailure,
  deleteFailures,
  deleteFailuresOf,
  forgiveFailures,
  hasTriesLeft,
  IN_A_ROW,
  isAddressClosed,
} from './guessed-address-store.ts'
import {
  deleteDevicesOfCitizen,
  deleteOtherDevices,
  deleteUnseenDevices,
  selectDevices,
  upsertDevice,
} from './known-device-store.ts'

/** Two citizens, two browsers, two counters. What is counted or forgiven at one of them leaves the others. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const [HOME, WORK] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
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

describe('browsers', () => {
  const know = (citizenId: string, deviceHash: Buffer, now = at(0)) =>
    upsertDevice(db, { citizenId, deviceHash }, now)
  const countOf = async (citizenId: string) => (await selectDevices(db, citizenId)).length

  test('are known for each citizen alone; one that comes again is seen later', async () => {
    expect(await know(ada, HOME)).toEqual({ isNew: true, others: false })
    expect(await know(bob, HOME)).toEqual({ isNew: true, others: false })
    expect(await know(ada, WORK)).toEqual({ isNew: true, others: true })
    expect(await know(ada, HOME, at(50))).toEqual({ isNew: false, others: true })
    const [first] = await selectDevices(db, ada)
    expect([first, await countOf(ada), await countOf(bob)]).toEqual([
      { firstSeenAt: at(0), lastSeenAt: at(50) },
      2,
      1,
    ])
  })

  test('other than one are deleted for one citizen', async () => {
    for (const citizenId of [ada, bob]) for (const browser of [HOME, WORK]) await know(citizenId, browser)
    await deleteOtherDevices(db, { citizenId: ada, deviceHash: HOME })
    expect([await countOf(ada), await countOf(bob)]).toEqual([1, 2])
    expect(await know(ada, HOME)).toMatchObject({ isNew: false })
    await deleteDevicesOfCitizen(db, ada)
    expect([await countOf(ada), await countOf(bob)]).toEqual([0, 2])
  })

  describe('with failures in a row', () => {
    const fail = (citizenId: string, deviceHash: Buffer) =>
      countFailure(db, { citizenId, deviceHash, email: `${citizenId}@example.test` }, at(0))
    const spend = (citizenId: string, deviceHash: Buffer) =>
      db.query`update known_devices set failures = ${IN_A_ROW.most - 1}
                where citizen_id = ${citizenId} and device_hash = ${deviceHash}`
    const triesLeft = () =>
      Promise.all(
        [ada, bob].flatMap((citizenId) =>
          [HOME, WORK].map((deviceHash) => hasTriesLeft(db, { citizenId, deviceHash })),
        ),
      )

    beforeEach(async () => {
      for (const citizenId of [ada, bob]) for (const browser of [HOME, WORK]) await know(citizenId, browser)
      await spend(ada, HOME)
      await fail(ada, HOME)
    })

    test('are counted in one browser of one citizen', async () => {
      expect(await triesLeft()).toEqual([false, true, true, true])
      expect([(await fail(ada, WORK)).ofDevice, (await fail(bob, HOME)).ofDevice]).toEqual([1, 1])
      expect(await hasTriesLeft(db, { citizenId: randomUuid(random), deviceHash: HOME })).toBe(false)
    })

    test('are forgiven in one browser of one citizen, with those at its address', async () => {
      for (const [citizenId, browser] of [
        [ada, WORK],
        [bob, HOME],
      ] as const) {
        await spend(citizenId, browser)
        await fail(citizenId, browser)
      }
      await forgiveFailures(db, ada, { deviceHash: HOME, email: `${ada}@example.test` })
      expect(await triesLeft()).toEqual([true, false, false, true])
    })

    test('are deleted in all browsers of one citizen, and at one address', async () => {
      await spend(bob, WORK)
      await fail(bob, WORK)
      const account = { citizenId: ada, email: `${ada}@example.test` }
      expect([await deleteFailuresOf(db, account), await deleteFailuresOf(db, account)]).toEqual([
        true,
        false,
      ])
      expect(await triesLeft()).toEqual([true, true, true, false])
      await fail(ada, HOME)
      await deleteFailures(db, account.email)
      expect(await deleteFailuresOf(db, account)).toBe(true)
      await countAddressFailure(db, account.email, at(0))
      expect(await deleteFailuresOf(db, account)).toBe(true)
    })
  })
})

describe('an address', () => {
  const close = (email: string) =>
    db.query`update guessed_addresses set failures = ${IN_A_ROW.most}
              where address_hash = sha256(convert_to(${email}, 'UTF8'))`
  const email = () => `${randomUuid(random)}@example.test`

  test('has failures of its own, until they are forgotten', async () => {
    const [first, second] = [email(), email()]
    for (const one of [first, second]) await countAddressFailure(db, one, at(0))
    await close(first)
    expect([await isAddressClosed(db, first, at(1)), await isAddressClosed(db, second, at(1))]).toEqual([
      true,
      false,
    ])
    expect(await isAddressClosed(db, first, IN_2040)).toBe(false)
    expect(await countAddressFailure(db, first, at(1))).toBeUndefined()
    expect(await countAddressFailure(db, second, at(1))).toBe(2)
    expect(await countAddressFailure(db, first, IN_2040)).toBe(1)
  })

  test('remembers several longer than one, and a count that begins anew as long as one', async () => {
    const [one, once] = [email(), IN_A_ROW.secondsEach]
    for (let time = 1; time <= 3; time += 1) await countAddressFailure(db, one, at(0))
    expect(await countAddressFailure(db, one, at(3 * once - 1))).toBe(4)
    expect(await countAddressFailure(db, one, at(7 * once - 1))).toBe(1)
    expect(await countAddressFailure(db, one, at(8 * once - 1))).toBe(1)
  })

  test('has them taken back one by one, alone, and never below none', async () => {
    const [first, second] = [email(), email()]
    for (const one of [first, second]) await countAddressFailure(db, one, at(0))
    for (let time = 1; time <= 2; time += 1) await cancelAddressFailure(db, first)
    expect([
      await countAddressFailure(db, first, at(1)),
      await countAddressFailure(db, second, at(1)),
    ]).toEqual([1, 2])
  })

  test('has them deleted alone', async () => {
    const [first, second] = [email(), email()]
    for (const one of [first, second]) await countAddressFailure(db, one, at(0))
    await deleteFailures(db, first)
    expect([
      await countAddressFailure(db, first, at(1)),
      await countAddressFailure(db, second, at(1)),
    ]).toEqual([1, 2])
  })
})

describe('a counter of guesses', () => {
  const key = () => Buffer.from(randomUuid(random))
  const count = (counter: Buffer, now = at(0), free = 100) =>
    countFailureAt(db, { key: counter, free, rememberedSeconds: 3600, rememberedFrom: 'first' }, now)

  test('has failures of its own, until it is forgotten', async () => {
    const [first, second] = [key(), key()]
    for (const one of [first, first, second]) await count(one)
    expect(await findFailures(db, first, at(3599))).toMatchObject({ failures: 2 })
    expect(await findFailures(db, second, at(0))).toMatchObject({ failures: 1 })
    expect([await findFailures(db, first, at(3600)), await findFailures(db, key(), at(0))]).toEqual([
      undefined,
      undefined,
    ])
    expect(await count(first, at(3600))).toMatchObject({ failures: 1 })
  })

  test('counts nothing while it makes a guess wait, except where a wrong clock has written the wait', async () => {
    const one = key()
    const { blockedUntil = at(0) } = (await count(one, at(0), 1)) ?? {}
    expect(blockedUntil).toBeGreaterThan(at(0))
    expect(await count(one, at(0), 1)).toBeUndefined()
    expect(await count(one, blockedUntil, 1)).toMatchObject({ failures: 2 })
    await db.query`update sign_in_failures set blocked_until = to_timestamp(${at(10 * LONGEST_DELAY_SECONDS)})
                    where attempt_key = ${one}`
    expect(await count(one, at(0), 1)).toMatchObject({ failures: 3 })
    await db.query`update sign_in_failures set blocked_until = to_timestamp(${at(3600 + LONGEST_DELAY_SECONDS)})
                    where attempt_key = ${one}`
    expect(await count(one, at(3600), 1)).toMatchObject({ failures: 1 })
  })

  test('says that many guess at one account, until that is forgotten', async () => {
    const [first, second] = [key(), key()]
    for (const one of [first, second]) await count(one)
    await db.query`update sign_in_failures set failures = ${CALM_FAILURES_PER_ACCOUNT} where attempt_key = ${first}`
    expect(await hasManyFailures(db, first, at(1))).toBe(false)
    await count(first, at(1))
    expect([await hasManyFailures(db, first, at(1)), await hasManyFailures(db, second, at(1))]).toEqual([
      true,
      false,
    ])
    expect(await hasManyFailures(db, first, at(3600))).toBe(false)
  })

  test('has one failure taken back, alone, and never below none; or all deleted', async () => {
    const [first, second] = [key(), key()]
    for (const one of [first, second]) await count(one)
    const counted = { key: first, failures: 1, blockedUntil: at(0) }
    for (let time = 1; time <= 2; time += 1) await cancelFailure(db, counted)
    expect(await findFailures(db, first, at(0))).toMatchObject({ failures: 0 })
    expect(await findFailures(db, second, at(0))).toMatchObject({ failures: 1 })
    await deleteCounter(db, counted)
    expect(await findFailures(db, first, at(0))).toBeUndefined()
    expect(await findFailures(db, second, at(0))).toMatchObject({ failures: 1 })
  })
})

describe.each(LAYOUTS)('browsers that were not seen for long, on %s', (_name, laid) => {
  const DAY = 86_400
  const purge = (batch: Partial<PurgeBatch> = {}) =>
    deleteUnseenDevices(laid(db), at(10 * DAY), { most: 100, from: at(0), seconds: 30 * DAY, ...batch })
  const know = (citizenId: string, deviceHash: Buffer, day: number) =>
    upsertDevice(db, { citizenId, deviceHash }, at(day * DAY))
  const daysOf = async (citizenId: string) =>
    (await selectDevices(db, citizenId)).map(({ lastSeenAt }) => (lastSeenAt - at(0)) / DAY).sort()
  const EVENING = Buffer.alloc(32, 3)

  beforeEach(() => db.query`delete from known_devices`)

  test('are forgotten, but for the last one of each citizen and those of before the batch', async () => {
    await know(ada, HOME, 1)
    await know(ada, WORK, 5)
    await know(ada, EVENING, 20)
    await know(bob, HOME, 5)
    expect(await purge({ from: at(2 * DAY) })).toMatchObject({ removed: 1 })
    expect([await daysOf(ada), await daysOf(bob)]).toEqual([[1, 20], [5]])
    await purge()
    expect([await daysOf(ada), await daysOf(bob)]).toEqual([[20], [5]])
  })

  test('one that was seen since stays, although a later one is there', async () => {
    await know(ada, HOME, 11)
    await know(ada, WORK, 20)
    expect(await purge()).toEqual({ removed: 0, isFull: false, reached: null })
    await know(bob, HOME, 1)
    await know(bob, WORK, 20)
    await purge()
    expect([await daysOf(ada), await daysOf(bob)]).toEqual([[11, 20], [20]])
  })

  test('one of another citizen is no later one', async () => {
    await know(ada, HOME, 1)
    await know(bob, HOME, 5)
    await know(bob, WORK, 6)
    await purge()
    expect([await daysOf(ada), await daysOf(bob)]).toEqual([[1], [6]])
  })
})
