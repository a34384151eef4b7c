import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { beginningAt, type DestinationName } from './destination.ts'
import {
  claimDelivery,
  findDestination,
  insertDestination,
  moveDestination,
  releaseDelivery,
  saveDelivered,
  saveFault,
} from './destination-store.ts'

const now = systemClock.now()
const TODAY = { ...beginningAt(1), history: 'h', closedDay: '2026-01-01' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from audit_destinations`
  for (const name of ['webhook', 'syslog'] as const)
    await insertDestination(database.db, { ...TODAY, name }, plusSeconds(now, -600))
})

interface Seen {
  readonly name: DestinationName
  readonly version: number
}

const versions = async () => {
  const found = [await findDestination(database.db, 'webhook'), await findDestination(database.db, 'syslog')]
  return found.map((one) => [one?.name, one?.version])
}

const DELIVERY = { id: FIRST_UUID, events: 1, day: null, leaseEndsAt: now }
const delivered = (seen: Seen, reachedAt: typeof now | null) =>
  saveDelivered(database.db, seen, { ...TODAY, reachedAt }, { id: FIRST_UUID, events: 1, now })

// proves: audit-forward-at-least-once
describe('what is stored of a destination', () => {
  test.each<[string, (seen: Seen) => Promise<unknown>]>([
    ['a delivery is claimed', (seen) => claimDelivery(database.db, seen, DELIVERY)],
    ['one has arrived', (seen) => delivered(seen, now)],
    ['one has failed', (seen) => saveFault(database.db, seen, [], now)],
    ['one is given back', (seen) => releaseDelivery(database.db, seen, now)],
    ['it is moved', (seen) => moveDestination(database.db, seen, TODAY)],
  ])('changes where %s: of one destination, once while it is as it was read', async (_, act) => {
    await act({ name: 'webhook', version: 1 })
    const changed = [
      ['webhook', 2],
      ['syslog', 1],
    ]
    expect(await versions()).toEqual(changed)
    await act({ name: 'webhook', version: 1 })
    expect(await versions()).toEqual(changed)
  })

  test('stays where another process begins, too', async () => {
    const other = { ...TODAY, name: 'webhook', transaction: 9 } as const
    await insertDestination(database.db, other, now)
    expect(await findDestination(database.db, 'webhook')).toMatchObject({ transaction: 1, version: 1 })
  })

  test('says how far it has come in time, and that stays where a delivery has no event', async () => {
    const reachedAt = async () => (await findDestination(database.db, 'webhook'))?.reachedAt
    await delivered({ name: 'webhook', version: 1 }, plusSeconds(now, -60))
    expect(await reachedAt()).toBe(plusSeconds(now, -60))
    await delivered({ name: 'webhook', version: 2 }, null)
    expect(await reachedAt()).toBe(plusSeconds(now, -60))
  })
})
