import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { readStory } from './read-story.ts'

let database: TestDatabase
let ada = ''
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  ada = randomUuid(systemRandom)
})
afterAll(() => database.drop())

/** Events of a citizen, a second apart, the last of them at this minute of an hour. */
const happen = (name: string, minute: number, { times = 1, whose = ada, operator = 'Udo' } = {}) =>
  database.db.query`
    insert into audit_events (event_id, filed_under, citizen_id, at, name, actor, details, operator)
    select gen_random_uuid(), ${whose}, ${whose}, '2026-03-01T12:00:00Z'::timestamptz + ${minute}::int * interval '1 minute' - n * interval '1 second',
           ${name}, 'operator', '{}', ${operator}
      from generate_series(0, ${times - 1}::int) as n`

const read = async (most = 50) => {
  const { events, looks } = await readStory(database, { citizenId: ada, most })
  return {
    events: events.map(({ name, at }) => `${at.slice(14, 16)} ${name}`),
    looks: looks.map(({ at, operator }) => `${at.slice(14, 16)} ${operator}`),
  }
}

test('looks take no place of an event, and the newest of both come first', async () => {
  await happen('signed-in', 1)
  await happen('operator-looked', 2, { times: 60 })
  await happen('sign-in-failed', 3)
  await happen('operator-looked', 4, { operator: 'Ida' })
  const { events, looks } = await read(2)
  expect(events).toEqual(['03 sign-in-failed', '01 signed-in'])
  expect(looks).toHaveLength(61)
  expect([looks[0], looks[1]]).toEqual(['04 Ida', '02 Udo'])
})

test('only the newest events are read, and only the looks since the oldest of them', async () => {
  await happen('operator-looked', 1)
  await happen('signed-in', 2)
  await happen('operator-looked', 3)
  await happen('signed-out', 4)
  expect(await read(1)).toEqual({ events: ['04 signed-out'], looks: [] })
  expect(await read(2)).toEqual({ events: ['04 signed-out', '02 signed-in'], looks: ['03 Udo'] })
  expect((await read(3)).looks).toEqual(['03 Udo', '01 Udo'])
})

test('an account without other events has its looks, and one without any has nothing', async () => {
  expect(await read()).toEqual({ events: [], looks: [] })
  await happen('operator-looked', 1)
  expect(await read()).toEqual({ events: [], looks: ['01 Udo'] })
})

test('nothing is read of another account', async () => {
  const whose = randomUuid(systemRandom)
  await happen('signed-in', 1, { whose })
  await happen('operator-looked', 2, { whose })
  expect(await read()).toEqual({ events: [], looks: [] })
})

test('no more than a thousand events are looked at, and no more than a thousand looks are read', async () => {
  await happen('signed-in', 1)
  await happen('operator-looked', 30, { times: 1_001 })
  const { events, looks } = await read()
  expect(events).toEqual([])
  expect(looks).toHaveLength(1_000)
})
