import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { openSession } from '../platform/postgres/session.ts'
import { lookAtCallers } from './callers.ts'
import { findNewestEventTime } from './event-store.ts'
import { fileEvents } from './file-events.ts'

let database: TestDatabase

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [CITIZEN, FIRST, SECOND, THIRD] = [idOf(1), idOf(2), idOf(3), idOf(4)]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from audit_events`
  await database.db.query`
    insert into audit_events (event_id, at, name, citizen_id, filed_under, address, actor, details)
    values (${FIRST}, to_timestamp(10), 'signed-in', ${CITIZEN}, ${FIRST}, '192.0.2.1', 'citizen', '{}'),
           (${SECOND}, to_timestamp(20), 'signed-out', null, ${SECOND}, '192.0.2.2', 'citizen', '{}'),
           (${THIRD}, to_timestamp(30), 'signed-in', ${CITIZEN}, ${SECOND}, null, 'operator', '{}')`
})

test('the newest event is found among those that have none of some names', async () => {
  expect(await findNewestEventTime(database.db, [])).toBe(30)
  expect(await findNewestEventTime(database.db, ['signed-in'])).toBe(20)
  expect(await findNewestEventTime(database.db, ['signed-in', 'signed-out'])).toBeUndefined()
})

test('callers are those of some events, where the address is known', async () => {
  expect(await lookAtCallers(database.db, ['signed-in'])).toEqual({
    ...{ events: 1, addresses: 1, example: '192.0.2.1' },
  })
  expect(await lookAtCallers(database.db, ['signed-in', 'signed-out'])).toMatchObject({ addresses: 2 })
  expect(await lookAtCallers(database.db, [])).toEqual({ events: 0, addresses: 0, example: '' })
})

testOnOneServer(
  'an event of an earlier release is filed under its citizen or itself, and one that is filed stays',
  async () => {
    await database.db.query`update audit_events set filed_under = null where event_id <> ${THIRD}`
    const batches: number[] = []
    const session = await openSession(database.address)
    try {
      await fileEvents(session, (rows) => {
        if (batches.push(rows) > 1) throw new Error('there is no second batch')
      })
    } finally {
      await session.close()
    }
    expect(batches).toEqual([2])
    const filed = await database.db.query<{ under: string }>`
    select filed_under as under from audit_events order by at`
    expect(filed.map(({ under }) => under)).toEqual([CITIZEN, SECOND, SECOND])
  },
)
