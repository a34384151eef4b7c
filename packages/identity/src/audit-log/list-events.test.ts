import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { appendEvent } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { beginFollowing, followEvents, listEvents } from './list-events.ts'
import type { RecordedEvent } from './listed-event.ts'

let database: TestDatabase
let clock: FakeClock
const ada = randomUuid(systemRandom)
const bob = randomUuid(systemRandom)
const everything = { citizenId: null, since: 0 as UnixSeconds, most: 100 }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = fakeClock(Date.parse('2026-03-01T12:00:00.250Z'))
  await database.db.query`delete from audit_events`
})

const write = (citizenId: string, note: string, db: Database = database.db) =>
  appendEvent(
    { db, clock, random: systemRandom },
    { name: 'citizen-suspended', origin: TEST_ORDER, citizenId, details: { note } },
  )

const notesOf = (events: readonly RecordedEvent[]) => events.map((event) => event.details['note'])

describe('listing events', () => {
  test('an event comes back as it was written, its time in UTC', async () => {
    await write(ada, 'one')
    const [event] = await listEvents(database, everything)
    expect(event).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-03-01T12:00:00.250Z',
      name: 'citizen-suspended',
      actor: 'operator',
      operator: 'tester',
      citizenId: ada,
      subject: null,
      clientId: null,
      sessionId: null,
      address: null,
      requestId: null,
      details: { note: 'one', reason: 'a test' },
    })
  })

  test('the newest so many, newest last', async () => {
    for (const note of ['one', 'two', 'three']) {
      await write(ada, note)
      clock.advance(1)
    }
    expect(notesOf(await listEvents(database, { ...everything, most: 2 }))).toEqual(['two', 'three'])
  })

  test('of one citizen alone, and from an instant on', async () => {
    await write(ada, 'early')
    clock.advance(60)
    const since = clock.now()
    await write(bob, 'other')
    await write(ada, 'late')
    expect(notesOf(await listEvents(database, { ...everything, citizenId: ada }))).toEqual(['early', 'late'])
    expect(notesOf(await listEvents(database, { ...everything, citizenId: ada, since }))).toEqual(['late'])
    expect(await listEvents(database, { ...everything, citizenId: randomUuid(systemRandom) })).toEqual([])
  })
})

describe('following events', () => {
  test('each event is shown once, also one that is committed after a later one', async () => {
    await write(ada, 'before')
    const begun = await beginFollowing(database, { ...everything, most: 10 }, clock.now())
    expect(notesOf(begun.events)).toEqual(['before'])
    clock.advance(1)
    let followed = begun.followed
    const look = async () => {
      const next = await followEvents(database, null, followed, clock.now())
      followed = next.followed
      return notesOf(next.events)
    }
    await database.db.transaction(async (tx) => {
      await write(ada, 'slow', tx)
      clock.advance(20)
      await write(bob, 'quick')
      expect(await look()).toEqual(['quick'])
    })
    expect(await look()).toEqual(['slow'])
    expect(await look()).toEqual([])
  })

  test('events that were there but not asked for are not shown later', async () => {
    for (const note of ['one', 'two', 'three']) await write(ada, note)
    const { events, followed } = await beginFollowing(database, { ...everything, most: 1 }, clock.now())
    expect(events).toHaveLength(1)
    expect((await followEvents(database, null, followed, clock.now())).events).toEqual([])
  })

  // proves: threat-clock-jumps
  test.each([
    ['an event of a process whose clock is an hour ahead', 3600],
    ['a clock that is set back by an hour', -3600],
  ])('%s hides nothing that comes after it', async (_, jump) => {
    const begun = await beginFollowing(database, everything, clock.now())
    let followed = begun.followed
    const look = async () => {
      const next = await followEvents(database, null, followed, clock.now())
      followed = next.followed
      return notesOf(next.events)
    }
    clock.advance(60)
    await write(ada, 'first')
    expect(await look()).toEqual(['first'])
    clock.advance(jump)
    await write(ada, 'jumped')
    if (jump > 0) clock.advance(-jump)
    expect(await look()).toEqual(['jumped'])
    for (const note of ['second', 'third']) {
      clock.advance(1)
      await write(ada, note)
      expect(await look()).toEqual([note])
    }
    expect(await look()).toEqual([])
  })

  test('a flood is shown in full, look by look', async () => {
    const { followed } = await beginFollowing(database, everything, clock.now())
    for (let index = 0; index < 1100; index += 1) await write(ada, String(index))
    let shown = 0
    let state = followed
    for (let look = 0; look < 4; look += 1) {
      const next = await followEvents(database, ada, state, clock.now())
      shown += next.events.length
      state = next.followed
    }
    expect(shown).toBe(1100)
    expect((await followEvents(database, bob, followed, clock.now())).events).toEqual([])
  })
})
