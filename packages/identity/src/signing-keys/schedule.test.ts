import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { madeKeyPair } from '../../testing/key-pairs.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { keyring } from '../platform/keyring.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import {
  ensureSigningKey,
  type KeyNeeds,
  listSigningKeys,
  rotateSigningKeys,
  rotateWhenDue,
  UnreadableSigningKey,
  watchSchedule,
} from './index.ts'

const DAY = 86_400
const DAYS = 90

let database: TestDatabase
let clock: FakeClock
let needs: KeyNeeds

const ring = (fill: number) => keyring([Buffer.alloc(32, fill)], systemRandom)
const kids = async () => (await listSigningKeys(needs)).map(({ kid }) => kid)
const stages = async () => (await listSigningKeys(needs)).map(({ stage }) => stage)

/** Every key becomes older by these seconds, as if time had passed for the database, too. */
const age = (seconds: number) => database.db.query`
  update signing_keys set created_at = (created_at at time zone 'UTC' - ${seconds} * interval '1 second') at time zone 'UTC',
         signs_from = (signs_from at time zone 'UTC' - ${seconds} * interval '1 second') at time zone 'UTC'`

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from signing_keys`
  clock = fakeClock((await databaseNow(database.db)) * 1_000)
  needs = { db: database.db, clock, random: systemRandom, makeKeyPair: madeKeyPair, keyring: ring(1) }
  await ensureSigningKey(needs)
})

// proves: threat-key-rotation-gap
test('a key that is old enough gets a successor, which is announced before it signs', async () => {
  await age(DAYS * DAY)
  const kid = await rotateWhenDue(needs, DAYS)
  expect(await listSigningKeys(needs)).toMatchObject([{ stage: 'signing' }, { kid, stage: 'announced' }])
})

test('the audit has the rotation of the schedule as one of the system', async () => {
  await age(DAYS * DAY)
  const kid = await rotateWhenDue(needs, DAYS)
  expect(
    await database.db.query`
      select actor, details from audit_events where name = 'signing-keys-rotated' and details ->> 'kid' = ${kid ?? ''}`,
  ).toEqual([{ actor: 'system', details: { kid, kind: 'scheduled' } }])
})

test('of eight processes that look at once, one makes the key', async () => {
  await age(DAYS * DAY)
  const made = await Promise.all(Array.from({ length: 8 }, () => rotateWhenDue(needs, DAYS)))
  expect(made.filter((kid) => kid !== undefined)).toHaveLength(1)
  expect(await kids()).toHaveLength(2)
})

describe('nothing is made', () => {
  const unchanged = async (days = DAYS) => {
    const before = await kids()
    expect(await rotateWhenDue(needs, days)).toBeUndefined()
    expect(await kids()).toEqual(before)
  }

  test('a minute before the time', async () => {
    await age(DAYS * DAY - 60)
    await unchanged()
  })

  test('where there is no key: the start makes the first one', async () => {
    await database.db.query`delete from signing_keys`
    await unchanged()
  })

  test('where an operator has rotated since', async () => {
    await age(DAYS * DAY)
    await rotateSigningKeys({ ...needs, by: TEST_ORDER }, 'scheduled')
    await unchanged()
    await age(DAY)
    await unchanged()
  })

  test('where an emergency has withdrawn the old key', async () => {
    await age(DAYS * DAY)
    await rotateSigningKeys({ ...needs, by: TEST_ORDER }, 'emergency')
    await unchanged()
  })

  test.each([
    ['announced', 60],
    ['retiring', -60],
  ])('while a key is %s, however old both are', async (stage, signsIn) => {
    await age(3 * DAYS * DAY)
    await rotateSigningKeys({ ...needs, by: TEST_ORDER }, 'scheduled')
    await database.db.query`
      update signing_keys set created_at = (created_at at time zone 'UTC' - ${2 * DAYS} * interval '1 day') at time zone 'UTC',
             signs_from = to_timestamp(${clock.now() + signsIn})
       where created_at = (select max(created_at) from signing_keys)`
    expect(await stages()).toContain(stage)
    await unchanged()
  })

  test('by a process whose clock is ahead of the database', async () => {
    for (let jump = 0; jump < 3; jump += 1) {
      clock.advance(DAYS * DAY)
      await unchanged()
    }
  })

  test('by a process whose clock is behind', async () => {
    await age(DAYS * DAY)
    clock.advance(-DAY)
    await unchanged()
  })

  test('where both clocks were ahead, and are right again', async () => {
    await age(-2 * DAYS * DAY)
    await unchanged()
    await unchanged(7)
  })
})

test('a process that was ahead by years makes its key at the time of the database', async () => {
  await age(DAYS * DAY)
  const right = clock.now()
  clock.advance(5 * 365 * DAY)
  await rotateWhenDue(needs, DAYS)
  const [, next] = await listSigningKeys(needs)
  expect((next?.signsFrom ?? 0) - right).toBeLessThan(DAY)
})

// proves: threat-silent-new-key
test('a process that cannot open the keys makes none', async () => {
  await age(DAYS * DAY)
  await expect(rotateWhenDue({ ...needs, keyring: ring(2) }, DAYS)).rejects.toThrow(UnreadableSigningKey)
  expect(await kids()).toHaveLength(1)
})

test('the log has the new kid once, and the metric has the schedule', async () => {
  await age(DAYS * DAY)
  const said: unknown[] = []
  const log = { info: (event: string) => void said.push(event), warn: () => {}, error: () => {} }
  const schedule = watchSchedule({ ...needs, log }, DAYS)
  await schedule.look()
  await schedule.look()
  await schedule.stop()
  expect(said).toEqual(['signing-key-announced'])
  expect(await schedule.metrics[0]?.read()).toMatchObject([{ value: DAYS * DAY }])
})
