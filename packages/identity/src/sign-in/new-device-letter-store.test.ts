import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type AuditEvent, appendEvent, systemOrigin } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { countNewDeviceLetters } from './new-device-letter-store.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('letters about new browsers are counted for one citizen, since an instant', async () => {
  const { db } = database
  const clock = fakeClock()
  const since = clock.now()
  const [ada, bob] = [randomUuid(random), randomUuid(random)]
  const happens = (
    citizenId: string,
    details: NonNullable<AuditEvent['details']>,
    name: AuditEvent['name'] = 'signed-in',
  ) => appendEvent({ db, clock, random }, { name, citizenId, details, origin: systemOrigin })
  await happens(ada, { device: 'new' })
  clock.advance(60)
  await happens(bob, { device: 'new' })
  await happens(ada, { device: 'new' })
  await happens(ada, { device: 'new', letter: 'last' })
  await happens(ada, { device: 'new', letter: 'none' })
  await happens(ada, { device: 'known' })
  await happens(ada, { device: 'new' }, 'signed-out')
  expect(await countNewDeviceLetters(db, ada, plusSeconds(since, 1))).toBe(2)
  expect(await countNewDeviceLetters(db, ada, plusSeconds(since, -1))).toBe(3)
  expect(await countNewDeviceLetters(db, bob, since)).toBe(1)
})
