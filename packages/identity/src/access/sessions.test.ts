import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endAllSessions } from '../../testing/access-endings.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import { type Citizen, insertCitizen, raiseSecurityVersion } from '../citizens/index.ts'
import { purgeDevices, rememberDevice } from '../guesses/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { mintToken } from '../platform/opaque-token.ts'
import { countRows } from '../platform/postgres/database.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { endOtherSessions, endSession } from './end-access.ts'
import { findSignedIn } from './find-signed-in.ts'
import { listSessions } from './list-sessions.ts'
import { SESSION_LIFETIME_SECONDS } from './session.ts'
import { renewSession, startSession } from './start-session.ts'
import { ACCESS_TABLES } from './tables.ts'

let database: TestDatabase
let clock: FakeClock
let needs: Basics
let ada: Citizen

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = fakeClock()
  needs = { db: database.db, clock, random }
  ada = await makeCitizen()
})

async function makeCitizen(changes: Partial<Citizen> = {}): Promise<Citizen> {
  const citizenId = randomUuid(random)
  const citizen: Citizen = {
    citizenId,
    subject: randomUuid(random),
    email: `${citizenId}@example.org`,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: 'unused',
    createdAt: clock.now(),
    ...changes,
  }
  await insertCitizen(database.db, citizen)
  return citizen
}

async function signIn(citizen = ada, cookieValue?: string) {
  const browser = {
    cookieValue,
    address: '192.0.2.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0',
    proof: 'password' as const,
    trustedSince: null,
  }
  const started = await startSession(needs, citizen, browser)
  return { ...started, cookie: started.cookieValue.reveal() }
}

async function sidOf(cookie: string | undefined): Promise<string | undefined> {
  return (await findSignedIn(needs, cookie))?.session.sessionId
}

describe('who is signed in', () => {
  test('the bearer of the cookie, with the citizen as stored now', async () => {
    const { cookie, session } = await signIn()
    await database.db.query`update citizens set full_name = 'Ada King' where citizen_id = ${ada.citizenId}`
    const found = await findSignedIn(needs, cookie)
    expect(found?.session).toEqual(session)
    expect(found?.citizen).toEqual({ ...ada, fullName: 'Ada King' })
  })
  test('also a citizen whose address has to be confirmed', async () => {
    const { cookie } = await signIn(await makeCitizen({ emailVerified: false }))
    expect((await findSignedIn(needs, cookie))?.citizen.emailVerified).toBe(false)
  })
  test('nobody without a cookie, and nobody with a cookie that is none', async () => {
    const { cookie } = await signIn()
    const prefixed = `pat_${cookie}`
    for (const value of [
      undefined,
      '',
      'x',
      cookie.slice(1),
      `${cookie}A`,
      prefixed,
      `${cookie}; x`,
      '\u0000',
    ]) {
      expect(await findSignedIn(needs, value)).toBeUndefined()
    }
  })
  test('nobody with a cookie that only begins like one: the whole value counts', async () => {
    await signIn()
    const forged = mintToken(random, 'session', ada.citizenId).value.reveal()
    expect(await findSignedIn(needs, forged)).toBeUndefined()
  })
  test('nobody once fourteen days have passed since the sign-in, however busy the session was', async () => {
    const { cookie } = await signIn()
    for (let day = 0; day < 13; day += 1) {
      clock.advance(24 * 60 * 60)
      expect(await sidOf(cookie)).toBeDefined()
    }
    clock.advance(24 * 60 * 60 - 1)
    expect(await sidOf(cookie)).toBeDefined()
    clock.advance(1)
    expect(await sidOf(cookie)).toBeUndefined()
  })
  // proves: design-7.26-session-endings
  test('nobody once the security version has risen', async () => {
    const { cookie } = await signIn()
    await raiseSecurityVersion(database.db, ada.citizenId)
    expect(await sidOf(cookie)).toBeUndefined()
  })
  test.each(['suspended', 'closed'])('nobody while the citizen is %s', async (standing) => {
    const { cookie } = await signIn()
    await database.db.query`update citizens set standing = ${standing} where citizen_id = ${ada.citizenId}`
    expect(await sidOf(cookie)).toBeUndefined()
  })
  // proves: threat-stored-secrets
  test('neither cookie nor session is readable from the table', async () => {
    const { cookie } = await signIn()
    const rows = await database.db.query<{ row: string }>`
      select sessions::text as row from sessions where citizen_id = ${ada.citizenId}`
    const secret = Buffer.from(cookie, 'base64url').subarray(16)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(cookie)
    expect(rows[0]?.row).not.toContain(secret.toString('hex'))
  })
  test('use is noted at most every five minutes', async () => {
    const { cookie, session } = await signIn()
    clock.advance(299)
    await findSignedIn(needs, cookie)
    expect((await findSignedIn(needs, cookie))?.session.lastSeenAt).toBe(session.startedAt)
    clock.advance(1)
    await findSignedIn(needs, cookie)
    expect((await findSignedIn(needs, cookie))?.session.lastSeenAt).toBe(session.startedAt + 300)
  })
})

describe('signing in', () => {
  // proves: threat-session-fixation
  test('gives another cookie each time, and the old one is worth nothing (fixation)', async () => {
    const first = await signIn()
    const second = await signIn(ada, first.cookie)
    expect(second.cookie).not.toBe(first.cookie)
    expect(await sidOf(first.cookie)).toBeUndefined()
    expect(await sidOf(second.cookie)).toBeDefined()
  })
  test('again in the same browser shortens nothing, where the clock was ahead and was put right', async () => {
    const first = await signIn()
    clock.advance(-30 * 24 * 60 * 60)
    await signIn(ada, first.cookie)
    const [kept] = await database.db.query<{ expiresAt: number }>`
      select extract(epoch from expires_at)::bigint as "expiresAt" from sessions
       where citizen_id = ${ada.citizenId} and session_id = ${first.session.sessionId}`
    expect(kept?.expiresAt).toBe(first.session.expiresAt)
  })
  test('again in the same browser keeps the session, with a new authentication and fourteen fresh days', async () => {
    const first = await signIn()
    clock.advance(3600)
    const { session, cookie, displaced } = await signIn(ada, first.cookie)
    expect(session.sessionId).toBe(first.session.sessionId)
    expect(session.startedAt).toBe(first.session.startedAt)
    expect(session.authenticatedAt).toBe(clock.now())
    expect(session.expiresAt).toBe(clock.now() + SESSION_LIFETIME_SECONDS)
    expect((await findSignedIn(needs, cookie))?.session).toEqual(session)
    expect(displaced).toBeUndefined()
  })
  test('in a browser of another citizen ends that session', async () => {
    const bob = await makeCitizen()
    const first = await signIn(bob)
    const second = await signIn(ada, first.cookie)
    expect(second.displaced).toEqual({ citizenId: bob.citizenId, sessionId: first.session.sessionId })
    expect(await sidOf(first.cookie)).toBeUndefined()
    expect((await findSignedIn(needs, second.cookie))?.citizen.citizenId).toBe(ada.citizenId)
  })
  test.each(['ended', 'expired', 'born under an earlier security version'])(
    'never revives a session that is %s',
    async (state) => {
      const first = await signIn()
      if (state === 'ended') await endSession(needs, first.session)
      else if (state === 'expired') clock.advance(SESSION_LIFETIME_SECONDS)
      else await raiseSecurityVersion(database.db, ada.citizenId)
      const version = state.startsWith('born') ? 2 : 1
      const second = await signIn({ ...ada, securityVersion: version }, first.cookie)
      expect(second.session.sessionId).not.toBe(first.session.sessionId)
      expect(await sidOf(first.cookie)).toBeUndefined()
      expect(await sidOf(second.cookie)).toBe(second.session.sessionId)
    },
  )
  test('a cookie that somebody planted names no session afterwards', async () => {
    const planted = mintToken(random, 'session', ada.citizenId).value.reveal()
    const { cookie } = await signIn(ada, planted)
    expect(await sidOf(planted)).toBeUndefined()
    expect(cookie).not.toBe(planted)
  })
  test('twenty times at once with one cookie leaves twenty cookies of live sessions, and not the old one', async () => {
    const first = await signIn()
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(ada, first.cookie)))
    const sids = new Set(await Promise.all(all.map(({ cookie }) => sidOf(cookie))))
    expect(sids.size).toBe(20)
    expect(sids.has(undefined)).toBe(false)
    expect(await sidOf(first.cookie)).toBeUndefined()
  })
  test('a session that is over cannot be renewed', async () => {
    const { cookie, session } = await signIn()
    await endSession(needs, session)
    const browser = {
      cookieValue: cookie,
      address: '192.0.2.7',
      userAgent: undefined,
      proof: 'password' as const,
      trustedSince: null,
    }
    expect(await renewSession(needs, ada, browser)).toBeUndefined()
  })
  test('nobody renews the session of another citizen', async () => {
    const { cookie } = await signIn()
    const browser = {
      cookieValue: cookie,
      address: '192.0.2.7',
      userAgent: undefined,
      proof: 'password' as const,
      trustedSince: null,
    }
    expect(await renewSession(needs, await makeCitizen(), browser)).toBeUndefined()
    expect(await sidOf(cookie)).toBeDefined()
  })
})

describe('ending sessions', () => {
  test('one, once', async () => {
    const { cookie, session } = await signIn()
    expect(await endSession(needs, session)).toBe(true)
    expect(await endSession(needs, session)).toBe(false)
    expect(await sidOf(cookie)).toBeUndefined()
  })
  test('not that of somebody else, and none with a name that is no name', async () => {
    const { cookie, session } = await signIn()
    const bob = await makeCitizen()
    expect(await endSession(needs, { citizenId: bob.citizenId, sessionId: session.sessionId })).toBe(false)
    expect(await endSession(needs, { citizenId: ada.citizenId, sessionId: "' or true --" })).toBe(false)
    expect(await sidOf(cookie)).toBe(session.sessionId)
  })
  test('all others, but not this one and nobody else’s', async () => {
    const [here, there, elsewhere] = [await signIn(), await signIn(), await signIn()]
    const bobs = await signIn(await makeCitizen())
    const ended = await endOtherSessions(needs, here.session)
    expect([...ended].sort()).toEqual([there.session.sessionId, elsewhere.session.sessionId].sort())
    expect(await sidOf(here.cookie)).toBeDefined()
    expect(await sidOf(bobs.cookie)).toBeDefined()
    expect(await sidOf(there.cookie)).toBeUndefined()
  })
  test('all', async () => {
    const { cookie } = await signIn()
    expect(await endAllSessions(needs, ada.citizenId)).toHaveLength(1)
    expect(await endAllSessions(needs, ada.citizenId)).toHaveLength(0)
    expect(await sidOf(cookie)).toBeUndefined()
  })
})

describe('listing sessions', () => {
  test('the live ones, last used first, named, with the programs that were entered from each', async () => {
    const first = await signIn()
    clock.advance(600)
    const second = await signIn()
    await enterProgram(first.session.sessionId, 'Parking permits')
    await enterProgram(first.session.sessionId, 'Library')
    await enterProgram(first.session.sessionId, 'Library')
    const listed = await listSessions(needs, ada)
    expect(listed.map(({ sessionId }) => sessionId)).toEqual([
      second.session.sessionId,
      first.session.sessionId,
    ])
    expect(listed.map(({ programs }) => programs)).toEqual([[], ['Library', 'Parking permits']])
    expect(listed[0]).toMatchObject({ browser: 'Firefox', system: 'Linux' })
    expect(listed[0]?.address).toBe('192.0.2.7')
  })
  test('not those that ended, expired, belong to others or were born under an earlier version', async () => {
    await signIn()
    clock.advance(SESSION_LIFETIME_SECONDS)
    await endSession(needs, (await signIn()).session)
    await signIn(await makeCitizen())
    expect(await listSessions(needs, ada)).toEqual([])
    await signIn()
    expect(await listSessions(needs, ada)).toHaveLength(1)
    await raiseSecurityVersion(database.db, ada.citizenId)
    expect(await listSessions(needs, ada)).toEqual([])
  })

  async function enterProgram(sessionId: string, name: string) {
    const clientId = `client-${name}`
    await database.db.query`
      insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
      values (${clientId}, ${name}, '{}', 'openid', 'first-time', 1, to_timestamp(${clock.now()}))
      on conflict do nothing`
    await database.db.query`
      insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at,
                          created_at, expires_at)
      select ${ada.citizenId}::uuid, ${randomUuid(random)}::uuid, ${clientId}, ${sessionId}::uuid, 1, 'openid', at, at, at
        from to_timestamp(${clock.now()}) as at`
  }
})

describe('known devices', () => {
  const deviceHash = Buffer.alloc(32, 1)
  const otherHash = Buffer.alloc(32, 2)
  const isKnown = async (hash: Buffer, { citizenId } = ada): Promise<boolean> => {
    const found = await database.db.query`
      select citizen_id from known_devices where citizen_id = ${citizenId} and device_hash = ${hash}`
    return found.length > 0
  }

  test('the first is the first ever, others are new, and each is known from then on', async () => {
    const { citizenId } = ada
    expect(await isKnown(deviceHash)).toBe(false)
    expect(await rememberDevice(needs, { citizenId, deviceHash })).toBe('first-ever')
    expect(await rememberDevice(needs, { citizenId, deviceHash })).toBe('known')
    expect(await rememberDevice(needs, { citizenId, deviceHash: otherHash })).toBe('new')
    expect(await rememberDevice(needs, { citizenId, deviceHash: otherHash })).toBe('known')
    expect(await isKnown(deviceHash)).toBe(true)
  })
  test('a device of one citizen is a stranger to another', async () => {
    await rememberDevice(needs, { citizenId: ada.citizenId, deviceHash })
    const bob = await makeCitizen()
    expect(await isKnown(deviceHash, bob)).toBe(false)
  })
  test('are forgotten after a year, but never the last one, or a stranger would be the first ever', async () => {
    const { citizenId } = ada
    await rememberDevice(needs, { citizenId, deviceHash })
    clock.advance(24 * 60 * 60)
    await rememberDevice(needs, { citizenId, deviceHash: otherHash })
    clock.advance(2 * 365 * 24 * 60 * 60)
    await purgeOnce([purgeDevices], needs, 1000)
    expect(await isKnown(deviceHash)).toBe(false)
    expect(await isKnown(otherHash)).toBe(true)
  })
})

// proves: threat-table-growth
testOnOneServer('sessions that are over are removed in batches, and no others', async () => {
  await database.db.query`delete from sessions`
  for (let count = 0; count < 3; count += 1) await signIn()
  clock.advance(SESSION_LIFETIME_SECONDS)
  const { cookie } = await signIn()
  const left = async () => {
    await purgeOnce(purgesOf(ACCESS_TABLES), { db: needs.db, clock }, 2)
    return countRows(database.db.query`select 1 from sessions`)
  }
  expect([await left(), await left(), await left()]).toEqual([2, 1, 1])
  expect(await sidOf(cookie)).toBeDefined()
})
