import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import { insertCitizen } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { countedNetworks } from '../rate-limits/index.ts'
import type { Guess } from './guess.ts'
import { rememberDevice } from './remember-device.ts'
import { cancelGuess, forgiveGuess, type ReservedGuess, reserveGuess } from './reserve-guess.ts'
import { GUESS_TABLES } from './tables.ts'

const HOUR = 3600
/** What a browser waits that may not try any more. */
const FOR_EVER = Number.POSITIVE_INFINITY
let database: TestDatabase
let clock: FakeClock
let needs: Basics
let network = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const citizenId = randomUuid(random)
  await insertCitizen(database.db, {
    citizenId,
    subject: randomUuid(random),
    email: here.email,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: '',
    createdAt: fakeClock().now(),
  })
  await rememberDevice(
    { db: database.db, clock: fakeClock(), random },
    { citizenId, deviceHash: home.deviceHash },
  )
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from sign_in_failures`
  await database.db.query`delete from guessed_addresses`
  clock = fakeClock()
  needs = { db: database.db, clock, random }
})

const from = (address: string) => ({ networks: countedNetworks(address) })
const here: Guess = { email: 'ada@example.org', deviceHash: Buffer.alloc(32), ...from('192.0.2.7') }
/** The same account from a browser that it knows. */
const home: Guess = { ...here, deviceHash: Buffer.alloc(32, 1) }
const elsewhere = (guess: Guess = here): Guess => ({ ...guess, ...from(`network ${++network}`) })

async function waitOf(guess: Guess): Promise<number> {
  const reserved = await reserveGuess(needs, guess)
  if (reserved.ok) return 0
  return reserved.refusal === 'unknown-browser' ? FOR_EVER : reserved.refusal.retryAfterSeconds
}

async function fail(guess: Guess, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await waitOf(guess)).toBe(0)
}

async function reserve(guess: Guess): Promise<ReservedGuess> {
  const reserved = await reserveGuess(needs, guess)
  if (!reserved.ok) throw new Error(`Refused: ${JSON.stringify(reserved.refusal)}`)
  return reserved.value
}

describe('one account in one place', () => {
  // proves: design-7.31-growing-wait, nist-3.1.1.2-guessing-limited
  test('five failures are free, then each costs twice the wait of the one before', async () => {
    await fail(here, 5)
    for (const delay of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
      expect(await waitOf(here)).toBe(delay)
      clock.advance(delay - 1)
      expect(await waitOf(here)).toBe(1)
      clock.advance(1)
      expect(await waitOf(here)).toBe(0)
    }
  })
  test('being refused costs nothing: knocking does not make the wait longer', async () => {
    await fail(here, 5)
    for (let knock = 0; knock < 20; knock += 1) expect(await waitOf(here)).toBe(2)
  })
  // proves: threat-clock-jumps
  test('a clock that is set back makes nobody wait who did not have to', async () => {
    await forgiveGuess(needs, await reserve(here))
    await fail(here, 2)
    clock.advance(-600)
    expect(await waitOf(here)).toBe(0)
    expect(await waitOf(elsewhere())).toBe(0)
  })
  test('thirty guesses at once get five', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => reserveGuess(needs, here)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(5)
    expect(await waitOf(here)).toBeGreaterThan(0)
  })
  test('thirty guesses at once after a wait get one', async () => {
    await fail(here, 5)
    clock.advance(2)
    const all = await Promise.all(Array.from({ length: 30 }, () => reserveGuess(needs, here)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  })
  test('is forgotten a day after the latest failure, not after the first', async () => {
    await fail(here, 5)
    clock.advance(23 * HOUR)
    await fail(here, 1)
    clock.advance(23 * HOUR)
    await fail(here, 1)
    expect(await waitOf(here)).toBe(8)
    clock.advance(24 * HOUR)
    await fail(here, 5)
  })
  test('is forgotten at once when a guess is right', async () => {
    await fail(here, 4)
    await forgiveGuess(needs, await reserve(here))
    await fail(here, 5)
  })
  test('a guess that was not made does not count', async () => {
    await fail(here, 4)
    for (let time = 0; time < 10; time += 1) await cancelGuess(needs, await reserve(here))
    await fail(here, 1)
    expect(await waitOf(here)).toBe(2)
  })
  test('a guess taken back does not lift the wait of another that was made meanwhile', async () => {
    await fail(here, 3)
    const first = await reserve(here)
    await fail(here, 1)
    await cancelGuess(needs, first)
    expect(await waitOf(here)).toBe(2)
  })
  // proves: threat-clock-jumps
  test('a wait that a clock in the far future wrote binds nobody', async () => {
    clock.advance(10 * 365 * 24 * HOUR)
    await fail(here, 5)
    expect(await waitOf(here)).toBe(2)
    clock = fakeClock()
    needs = { ...needs, clock }
    expect(await waitOf(here)).toBe(0)
  })
})

describe('nobody is locked out by others', () => {
  // proves: design-7.31-nobody-locked-out, threat-guessing
  test('a known browser does not wait for what strangers did, and its network does not for it', async () => {
    for (let stranger = 0; stranger < 60; stranger += 1) await fail(elsewhere(), 1)
    await fail(home, 5)
    expect(await waitOf(home)).toBe(2)
    expect(await waitOf(here)).toBe(0)
  })
  test('a known browser does not wait for a bad neighbour behind the same address', async () => {
    for (let account = 0; account < 50; account += 1)
      await fail({ ...here, email: `${account}@example.org` }, 1)
    expect(await waitOf(here)).toBe(2)
    await fail(home, 5)
  })
  test('a stranger in a quiet place can still try once while the account is being guessed at', async () => {
    for (let stranger = 0; stranger < 51; stranger += 1) await fail(elsewhere(), 1)
    const place = elsewhere()
    await fail(place, 1)
    expect(await waitOf(place)).toBe(2)
  })
  // proves: threat-guessing
  test('an account as a whole never makes a browser wait that it knows', async () => {
    for (let stranger = 0; stranger < 100; stranger += 1) await fail(elsewhere(), 1)
    for (let stranger = 0; stranger < 200; stranger += 1) expect(await waitOf(elsewhere())).toBe(FOR_EVER)
    await fail(home, 5)
    expect(await waitOf(home)).toBe(2)
  })
  test('up to fifty failures an account is calm', async () => {
    for (let stranger = 0; stranger < 48; stranger += 1) await fail(elsewhere(), 1)
    const place = elsewhere()
    await fail(place, 3)
    expect(await waitOf(place)).toBe(0)
    expect(await waitOf(place)).toBeGreaterThan(0)
  })
  test('an account is calm again an hour after the first failure', async () => {
    for (let stranger = 0; stranger < 51; stranger += 1) await fail(elsewhere(), 1)
    clock.advance(HOUR)
    await fail(elsewhere(), 5)
  })
})

describe('one network', () => {
  const account = (number: number): Guess => ({ ...here, email: `${number}@example.org` })

  // proves: design-7.31-growing-wait
  test('has fifty failures in an hour over all accounts, then waits for each', async () => {
    for (let number = 0; number < 50; number += 1) await fail(account(number), 1)
    expect(await waitOf(account(50))).toBe(2)
    clock.advance(2)
    await fail(account(51), 1)
    expect(await waitOf(account(52))).toBe(4)
    expect(await waitOf({ ...account(53), ...from('203.0.113.9') })).toBe(0)
    clock.advance(HOUR)
    await fail(account(54), 1)
  })
  test('is forgotten an hour after the first failure, not after the latest', async () => {
    for (let number = 0; number < 25; number += 1) await fail(account(number), 1)
    clock.advance(40 * 60)
    for (let number = 25; number < 49; number += 1) await fail(account(number), 1)
    clock.advance(20 * 60)
    for (let number = 49; number < 99; number += 1) await fail(account(number), 1)
    expect(await waitOf(account(99))).toBe(2)
  })
  test('does not pay for what browsers do that their accounts know', async () => {
    await fail(home, 5)
    for (let number = 0; number < 50; number += 1) await fail(account(number), 1)
    expect(await waitOf(account(50))).toBe(2)
  })
  // proves: threat-guessing
  test('two hundred guesses at once get fifty', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, number) => reserveGuess(needs, account(number))),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(50)
  })
  test('right passwords do not count, however many citizens sign in from there', async () => {
    for (let number = 0; number < 120; number += 1) await forgiveGuess(needs, await reserve(account(number)))
    for (let number = 0; number < 50; number += 1) await fail(account(number), 1)
  })
  test('a right password of one’s own does not buy guesses at others', async () => {
    for (let number = 0; number < 50; number += 1) await fail(account(number), 1)
    clock.advance(2)
    await forgiveGuess(needs, await reserve(account(1000)))
    await fail(account(50), 1)
    expect(await waitOf(account(51))).toBe(4)
    expect(await waitOf(account(1000))).toBe(4)
  })
  test('what a network is refused is not counted against the account', async () => {
    for (let number = 0; number < 50; number += 1) await fail(account(number), 1)
    for (let knock = 0; knock < 10; knock += 1) expect(await waitOf(here)).toBe(2)
    clock.advance(HOUR)
    await fail(here, 5)
  })
})

describe('one IPv6 network', () => {
  const of64 = (at: number): Guess => ({ ...here, ...from(`2001:db8:1:100:${at.toString(16)}::1`) })
  const of56 = (at: number): Guess => ({ ...here, ...from(`2001:db8:1:1${(at + 16).toString(16)}::1`) })
  const of48 = (at: number): Guess => ({
    ...here,
    ...from(`2001:db8:1:${((at % 250) + 2).toString(16)}00::1`),
  })
  const allowedOf = async (guesses: readonly Guess[]) => {
    const all = await Promise.all(guesses.map((guess) => reserveGuess(needs, guess)))
    return all.filter(({ ok }) => ok).length
  }
  const many = (guess: (at: number) => Guess, times = 200) =>
    Array.from({ length: times }, (_, at) => guess(at))

  // proves: threat-guessing
  test('has five failures free in a /64, three times as many in a /56, eight times as many in a /48, at once or in turn', async () => {
    expect(await allowedOf(many(of64))).toBe(5)
    expect(await allowedOf(many(of56))).toBe(10)
    expect(await allowedOf(many(of48))).toBe(25)
    expect(await waitOf(of48(250))).toBe(2)
    let allowed = 0
    for (const guess of many(of48))
      if ((await waitOf({ ...guess, email: 'in.turn@example.org' })) === 0) allowed += 1
    expect(allowed).toBe(40)
  })
  // proves: threat-guessing
  test('that is refused in a narrow network is not counted in the wide ones', async () => {
    await allowedOf(many(of64))
    clock.advance(2)
    expect(await allowedOf(many(of64))).toBe(1)
    expect(await allowedOf(many(of56))).toBe(9)
  })
  test('waits longer and longer as a whole, and another /48 does not', async () => {
    for (const guess of many(of48, 40)) await fail(guess, 1)
    for (const delay of [2, 4, 8]) {
      expect(await waitOf(of48(41 + delay))).toBe(delay)
      clock.advance(delay)
      await fail(of48(81 + delay), 1)
    }
    await fail({ ...here, ...from('2001:db8:2::1') }, 5)
  })
  test('has one failure free in a /64, three in a /56 and eight in a /48 while the account is being guessed at', async () => {
    for (let stranger = 0; stranger < 51; stranger += 1) await fail(elsewhere(), 1)
    expect(await allowedOf(many(of64))).toBe(1)
    expect(await allowedOf(many(of56))).toBe(2)
    expect(await allowedOf(many(of48))).toBe(5)
  })
  test('has fifty failures over all accounts in a /64, 150 in a /56 and 400 in a /48', async () => {
    const others = (guess: (at: number) => Guess, times: number) =>
      many(guess, times).map((one, at) => ({ ...one, email: `${times}.${at}@example.org` }))
    expect(await allowedOf(others(of64, 60))).toBe(50)
    expect(await allowedOf(others(of56, 110))).toBe(100)
    expect(await allowedOf(others(of48, 260))).toBe(250)
  })
  test('does not keep a browser waiting that the account knows', async () => {
    const { networks } = of64(0)
    await allowedOf(many(of64))
    await allowedOf(many(of48))
    await fail({ ...home, networks }, 5)
  })
  test('forgets the failures of the /64 when a guess is right, and none of its neighbours', async () => {
    await fail(of64(1), 4)
    await forgiveGuess(needs, await reserve(of64(2)))
    await fail(of64(3), 5)
    expect(await allowedOf(many(of56))).toBe(6)
  })
})

testOnOneServer('counters that count nothing any more are removed in batches', async () => {
  await fail(here, 1)
  await fail(elsewhere(), 1)
  clock.advance(23 * HOUR)
  await fail(home, 1)
  clock.advance(HOUR)
  const removed = [
    await purgeOnce(purgesOf(GUESS_TABLES), needs, 2),
    await purgeOnce(purgesOf(GUESS_TABLES), needs, 10),
  ]
  expect(removed[0]).toBe(2)
  expect(await purgeOnce(purgesOf(GUESS_TABLES), needs, 10)).toBe(0)
  await fail(home, 4)
  expect(await waitOf(home)).toBe(2)
})
