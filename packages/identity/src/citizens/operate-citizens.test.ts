import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  closeCitizen as closeCitizenWith,
  reinstateCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from './change-citizen.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen, findCitizenByEmail, insertCitizen } from './citizen-store.ts'
import { findForOperator } from './find-for-operator.ts'

const closeCitizen: typeof suspendCitizen = (given, asked) =>
  closeCitizenWith({ ...given, erase: eraseCitizen }, asked)
const CHANGES = { suspendCitizen, reinstateCitizen, requireVerification, signOutCitizen, closeCitizen }
const reason = 'asked by letter, 12 March'
const clock = fakeClock()

let database: TestDatabase
let needs: Basics & OrderedByOperator
let ada: Citizen
let citizens = 0

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
afterAll(() => database.drop())
beforeEach(async () => {
  citizens += 1
  ada = {
    citizenId: randomUuid(systemRandom),
    subject: randomUuid(systemRandom),
    email: `ada${citizens}@example.org`,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '+44 20 7946 0000',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: '$argon2id$not-a-real-one',
    createdAt: clock.now(),
  }
  await insertCitizen(database.db, ada)
})

const stored = () => findCitizen(database.db, ada.citizenId)
const request = () => ({ emailOrSubject: ada.email, reason })

async function events(): Promise<unknown[]> {
  return database.db.query`
    select name, actor, details from audit_events where citizen_id = ${ada.citizenId} order by at, event_id`
}

describe('finding whom an operator means', () => {
  test('by the address in any spelling, and by the subject', async () => {
    for (const words of [
      ada.email,
      `  ${ada.email.toUpperCase()} `,
      `\u202a${ada.email}\u202c\u200b`,
      `\ufeff${ada.subject}\u200e`,
      ada.subject,
      ada.subject.toUpperCase(),
    ]) {
      expect(await findForOperator(database.db, words)).toEqual(ada)
    }
  })

  test.each([
    '',
    'ada',
    'nobody@example.org',
    '00000000-0000-4000-8000-000000000000',
    "' or true --",
    '%',
    '\u0000',
  ])('%j is nobody', async (words) => {
    expect(await findForOperator(database.db, words)).toBeUndefined()
  })

  test('the internal id finds nobody', async () => {
    expect(await findForOperator(database.db, ada.citizenId)).toBeUndefined()
  })
})

describe('what every change refuses', () => {
  test.each(Object.entries(CHANGES))(
    '%s: without a reason that can be written down',
    async (_name, change) => {
      for (const words of [
        '',
        '   ',
        'a\nb',
        'a\u202eb',
        'a\u200eb',
        'a\u200fb',
        'a\u061cb',
        'a'.repeat(501),
      ]) {
        expect(await change(needs, { emailOrSubject: ada.email, reason: words })).toEqual({
          ok: false,
          refusal: 'bad-reason',
        })
      }
      expect(await stored()).toEqual(ada)
      expect(await events()).toEqual([])
    },
  )

  test.each(Object.entries(CHANGES))('%s: for nobody', async (_name, change) => {
    expect(await change(needs, { emailOrSubject: 'nobody@example.org', reason })).toEqual({
      ok: false,
      refusal: 'unknown-citizen',
    })
  })

  test.each(Object.entries(CHANGES).filter(([name]) => name !== 'closeCitizen'))(
    '%s: for a closed account',
    async (_name, change) => {
      await closeCitizen(needs, request())
      const closed = await stored()
      expect(await change(needs, { emailOrSubject: ada.subject, reason })).toEqual({
        ok: false,
        refusal: 'account-closed',
      })
      expect(await stored()).toEqual(closed)
    },
  )
})

describe('the changes', () => {
  // proves: contract-5.5-suspension-ends
  test('suspending keeps out and ends everything by one row; a second time nothing changes', async () => {
    expect(await suspendCitizen(needs, request())).toEqual({
      ok: true,
      value: { citizen: ada, outcome: 'changed' },
    })
    expect(await stored()).toEqual({ ...ada, standing: 'suspended', securityVersion: 2 })
    expect(await suspendCitizen(needs, request())).toMatchObject({ value: { outcome: 'unchanged' } })
    expect(await stored()).toMatchObject({ securityVersion: 2 })
    const details = { cause: 'other', reason }
    expect(await events()).toEqual([{ name: 'citizen-suspended', actor: 'operator', details }])
  })

  test('reinstating lets in again and revives nothing', async () => {
    await suspendCitizen(needs, request())
    expect(await reinstateCitizen(needs, request())).toMatchObject({ value: { outcome: 'changed' } })
    expect(await stored()).toEqual({ ...ada, securityVersion: 2 })
    expect(await reinstateCitizen(needs, request())).toMatchObject({ value: { outcome: 'unchanged' } })
  })

  test('requiring verification takes the proof back and ends everything', async () => {
    expect(await requireVerification(needs, request())).toMatchObject({ value: { outcome: 'changed' } })
    expect(await stored()).toEqual({ ...ada, emailVerified: false, securityVersion: 2 })
    expect(await requireVerification(needs, request())).toMatchObject({ value: { outcome: 'unchanged' } })
    expect(await stored()).toMatchObject({ securityVersion: 2 })
  })

  test('signing out ends everything each time, of a suspended citizen too', async () => {
    await signOutCitizen(needs, request())
    expect(await stored()).toEqual({ ...ada, securityVersion: 2 })
    await suspendCitizen(needs, request())
    await signOutCitizen(needs, request())
    expect(await stored()).toMatchObject({ standing: 'suspended', securityVersion: 4 })
  })

  test('two operators who suspend at once raise the version once and write one event', async () => {
    await Promise.all([suspendCitizen(needs, request()), suspendCitizen(needs, request())])
    expect(await stored()).toMatchObject({ standing: 'suspended', securityVersion: 2 })
    expect(await events()).toHaveLength(1)
  })
})

describe('closing an account', () => {
  test('the person is erased and the subject stays', async () => {
    expect(await closeCitizen(needs, request())).toMatchObject({ value: { outcome: 'changed' } })
    const person = { email: '', emailVerified: false, fullName: '', phoneNumber: '', language: '' }
    const erased = { ...person, passwordHash: '' }
    expect(await stored()).toEqual({ ...ada, ...erased, standing: 'closed', securityVersion: 2 })
    expect(await findForOperator(database.db, ada.email)).toBeUndefined()
    expect(await closeCitizen(needs, { emailOrSubject: ada.subject, reason })).toMatchObject({
      value: { outcome: 'unchanged' },
    })
    expect(await events()).toEqual([{ name: 'citizen-closed', actor: 'operator', details: { reason } }])
  })

  // proves: core-2-sub
  test('the address is free for somebody else, who gets another subject', async () => {
    await closeCitizen(needs, request())
    const next = { ...ada, citizenId: randomUuid(systemRandom), subject: randomUuid(systemRandom) }
    expect(await insertCitizen(database.db, next)).toBe(true)
    expect(await findCitizenByEmail(database.db, ada.email)).toEqual(next)
    await closeCitizen(needs, { emailOrSubject: ada.subject, reason })
    expect(await findCitizenByEmail(database.db, ada.email)).toEqual(next)
  })

  test('links, devices, sessions and connections go, those of others stay', async () => {
    const other = randomUuid(systemRandom)
    for (const citizenId of [ada.citizenId, other]) await leaveTraces(citizenId)
    await closeCitizen(needs, request())
    expect(await countTraces(ada.citizenId)).toBe(0)
    expect(await countTraces(other)).toBe(7)
  })

  testOnOneServer('nothing of the person is left in any table', async () => {
    await leaveTraces(ada.citizenId)
    await closeCitizen(needs, request())
    const { socketDir, port, user, database: name } = database.address
    const sql = postgres({ path: `${socketDir}/.s.PGSQL.${port}`, user, database: name, max: 1 })
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`
    expect(tables.length).toBeGreaterThan(10)
    for (const { name: table } of tables) {
      const rows = await sql`select 1 from ${sql(table)} t where t::text like ${`%${ada.email}%`}`
      expect(rows, table).toHaveLength(0)
    }
    await sql.end()
  })
})

async function leaveTraces(citizenId: string): Promise<void> {
  const { db } = database
  const hash = systemRandom.bytes(32)
  await db.query`
    insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                          authenticated_at, last_seen_at, expires_at)
    values (${citizenId}, ${randomUuid(systemRandom)}, ${hash}, 1, 'Firefox', '192.0.2.1', to_timestamp(1),
            to_timestamp(1), to_timestamp(1), to_timestamp(2))`
  await db.query`insert into known_devices values (${citizenId}, ${hash}, to_timestamp(1), to_timestamp(1))`
  for (const kind of ['recovery', 'verification', 'keep-app', 'former'])
    await db.query`
      insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
      values (${citizenId}, ${systemRandom.bytes(32)}, ${kind}, 1, to_timestamp(1), to_timestamp(2))`
  await db.query`insert into connections values (${citizenId}, 'parking', 'openid', to_timestamp(1), to_timestamp(1))`
}

async function countTraces(citizenId: string): Promise<number> {
  const rows = await database.db.query<{ traces: number }>`
    select (select count(*) from sessions where citizen_id = ${citizenId})
         + (select count(*) from known_devices where citizen_id = ${citizenId})
         + (select count(*) from mailed_links where citizen_id = ${citizenId})
         + (select count(*) from connections where citizen_id = ${citizenId}) as traces`
  return rows[0]?.traces ?? -1
}
