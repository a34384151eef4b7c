import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { appendEvent } from './event-store.ts'
import { appendRepeated, secondsUntilRoom } from './repeated-events.ts'

let database: TestDatabase
const clock = fakeClock(1_800_000_000_000)
const [ada, bob] = [randomUuid(random), randomUuid(random)]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// proves: threat-repeated-act
test('an hour has room for so many events of one name and one citizen, and another hour for others', async () => {
  const needs = { db: database.db, clock, random }
  const note = (citizenId: string, name: 'signed-in' | 'signed-out') =>
    appendEvent(needs, { name, origin: TEST_ORDER, citizenId })
  const room = (citizenId: string) => secondsUntilRoom(needs, { citizenId, name: 'signed-in', most: 2 })
  for (const name of ['signed-in', 'signed-out', 'signed-out'] as const) await note(ada, name)
  await note(bob, 'signed-in')
  expect([await room(ada), await room(bob)]).toEqual([0, 0])
  clock.advance(1000)
  await appendRepeated(needs, { name: 'signed-in', origin: TEST_ORDER, citizenId: ada }, { perHour: 2 })
  expect([await room(ada), await room(bob)]).toEqual([2600, 0])
  await appendRepeated(needs, { name: 'signed-in', origin: TEST_ORDER, citizenId: ada }, { perHour: 2 })
  clock.advance(2600)
  expect(await room(ada)).toBe(0)
  clock.advance(1001)
  await note(ada, 'signed-in')
  expect(await room(ada)).toBe(0)
})
