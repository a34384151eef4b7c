import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { LAYOUTS } from '../../testing/layouts.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { type ActivityQuestion, findActivity, NEWEST } from './activity-store.ts'

/** Two citizens, who share the id of a session, and two programs. */
let database: TestDatabase
let db: Database
const [ada, bob, session, otherSession] = [1, 2, 3, 4].map(() => randomUuid(random)) as [
  string,
  string,
  string,
  string,
]
const idAt = (second: number) => `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  for (const [citizenId, sessionId, browser] of [
    [ada, session, "Ada's browser"],
    [ada, otherSession, "Ada's other browser"],
    [bob, session, "Bob's browser"],
  ] as const)
    await db.query`
      insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                            authenticated_at, last_seen_at, expires_at)
      values (${citizenId}, ${sessionId}, ${random.bytes(32)}, 1, ${browser}, '', to_timestamp(0), to_timestamp(0),
              to_timestamp(0), to_timestamp(9))`
  for (const clientId of ['library', 'permits'])
    await db.query`
      insert into clients (client_id, name, names, redirect_uris, scope, confirmation, revision, created_at)
      values (${clientId}, ${`The ${clientId}`}, '{"de": "Auf Deutsch"}', '{}', 'openid', 'first-time', 1, to_timestamp(0))`
  await note(1, ada, { clientId: 'permits' })
  await note(2, ada, { sessionId: session })
  await note(3, ada, { name: 'password-changed' })
  await note(4, bob, { sessionId: session })
  await note(5, ada, {})
})
afterAll(() => database.drop())

async function note(
  second: number,
  citizenId: string,
  more: { readonly clientId?: string; readonly sessionId?: string; readonly name?: string },
): Promise<void> {
  const { clientId = null, sessionId = null, name = 'signed-in' } = more
  await db.query`
    insert into audit_events (event_id, at, name, citizen_id, filed_under, client_id, session_id, actor, details)
    values (${idAt(second)}, to_timestamp(${second}), ${name}, ${citizenId}, ${citizenId}, ${clientId}, ${sessionId},
            'citizen', '{}')`
}

const ALL: ActivityQuestion = {
  citizenId: ada,
  language: '',
  names: ['signed-in'],
  heldBack: [],
  before: NEWEST,
  most: 10,
}

describe.each(LAYOUTS)('the activity of a citizen, on %s', (_name, laid) => {
  const found = async (changes: Partial<ActivityQuestion> = {}) =>
    (await findActivity(laid(db), { ...ALL, ...changes })).map(({ at, programName, userAgent }) => [
      at,
      programName,
      userAgent,
    ])

  test("is that citizen's alone, with the browser and the program of each event, the newest first", async () => {
    expect(await found()).toEqual([
      [5, null, null],
      [2, null, "Ada's browser"],
      [1, 'The permits', null],
    ])
    expect(await found({ citizenId: bob })).toEqual([[4, null, "Bob's browser"]])
  })

  test('has the asked events, so many, from a place on', async () => {
    expect(await found({ names: ['password-changed'] })).toEqual([[3, null, null]])
    expect(await found({ most: 1 })).toEqual([[5, null, null]])
    const before = { at: '1970-01-01T00:00:02.000000Z', eventId: idAt(2) }
    expect(await found({ before, language: 'de' })).toEqual([[1, 'Auf Deutsch', null]])
  })
})

testOnOneServer(
  'an event is read by its citizen, although an earlier release has filed it under nobody',
  async () => {
    await db.query`update audit_events set filed_under = null where event_id = ${idAt(1)}`
    expect(await findActivity(db, ALL)).toHaveLength(3)
  },
)
