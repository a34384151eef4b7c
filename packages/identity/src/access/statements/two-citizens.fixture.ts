import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { insertCitizen } from '../../citizens/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { randomUuid } from '../../platform/random.ts'
import { systemRandom as random } from '../../platform/system-random.ts'
import { MOST_WRONG_VERIFIERS } from '../grant.ts'

/** An instant of these tests. */
export const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds
/** The present one. */
export const NOW = at(5000)
/** A hash that is easy to read. */
export const hashOf = (text: string) => Buffer.from(text.padEnd(32, '.'))

const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
/** The session, the grant at the permits, and ids of what nobody has yet. */
export const [SESSION, GRANT, NEW_GRANT, UNKNOWN] = [uuid(1), uuid(2), uuid(3), uuid(4)]

/** Two citizens who have everything, with the same ids and hashes, at two programs. */
export interface World {
  readonly database: TestDatabase
  readonly db: Database
  readonly ada: string
  readonly bob: string
}

/** Makes a database for the tests of a file, and both citizens for each test. */
export function twoCitizens(): World {
  const world = {} as { -readonly [Key in keyof World]: World[Key] }
  beforeAll(async () => {
    world.database = await createTestDatabase()
    world.db = world.database.db
  })
  afterAll(() => world.database.drop())
  beforeEach(async () => {
    await world.db.query`delete from clients`
    for (const clientId of ['library', 'permits'])
      await world.db.query`
        insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
        values (${clientId}, ${clientId}, '{}', 'openid', 'first-time', 7, to_timestamp(${at(0)}))`
    // What has no order of its own finds Bob first.
    world.bob = `0${randomUuid(random).slice(1)}`
    world.ada = `f${randomUuid(random).slice(1)}`
    for (const citizenId of [world.bob, world.ada]) await addEverything(world.db, citizenId)
  })
  return world
}

async function addEverything(db: Database, citizenId: string): Promise<void> {
  await insertCitizen(db, {
    ...{ citizenId, subject: citizenId, email: `${citizenId}@example.test`, emailVerified: true },
    ...{ fullName: 'Ada Example', phoneNumber: '', language: '', standing: 'active', securityVersion: 1 },
    ...{ passwordHash: 'hash', createdAt: at(0) },
  })
  for (const [sessionId, cookie] of [
    [SESSION, 'cookie'],
    [GRANT, 'another cookie'],
  ] as const)
    await db.query`
    insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at, authenticated_at,
                          last_seen_at, expires_at)
    values (${citizenId}, ${sessionId}, ${hashOf(cookie)}, 1, '', '', to_timestamp(${at(0)}), to_timestamp(${at(100)}),
            to_timestamp(${at(0)}), to_timestamp(${at(9000)}))`
  for (const clientId of ['library', 'permits']) {
    const grantId = clientId === 'permits' ? GRANT : SESSION
    await db.query`
      insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
      values (${citizenId}, ${clientId}, 'openid profile', to_timestamp(${at(0)}), to_timestamp(${at(0)}))`
    await db.query`
      insert into authorization_codes (citizen_id, code_hash, client_id, session_id, security_version, redirect_uri, code_challenge,
                                       nonce, scope, authenticated_at, created_at, expires_at)
      values (${citizenId}, ${hashOf(`code ${clientId}`)}, ${clientId}, ${SESSION}, 1, 'https://a.test/', 'challenge', 'n',
              'openid profile', to_timestamp(${at(100)}), to_timestamp(${at(4990)}), to_timestamp(${at(5080)}))`
    await db.query`
      insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at,
                          expires_at, refresh_hash)
      values (${citizenId}, ${grantId}, ${clientId}, ${SESSION}, 1, 'openid profile', to_timestamp(${at(100)}),
              to_timestamp(${at(100)}), to_timestamp(${at(9000)}), ${hashOf('refresh')})`
    await db.query`
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at, session_id,
                                 security_version)
      values (${citizenId}, ${hashOf(`access ${clientId}`)}, ${grantId}, ${clientId}, 'openid', to_timestamp(${at(4990)}),
              to_timestamp(${at(5800)}), ${SESSION}, 1)`
  }
}

/** What can end or change, each at Ada alone, or at the permits. */
export const CHANGES = {
  'the client is disabled': ({ db }: World) =>
    db.query`update clients set disabled_at = to_timestamp(${NOW}) where client_id = 'permits'`,
  'the client has another generation': ({ db }: World) =>
    db.query`update clients set generation = 2 where client_id = 'permits'`,
  'the client was changed': ({ db }: World) =>
    db.query`update clients set revision = 8 where client_id = 'permits'`,
  'the citizen is suspended': ({ db, ada }: World) =>
    db.query`update citizens set standing = 'suspended' where citizen_id = ${ada}`,
  'the address is not verified': ({ db, ada }: World) =>
    db.query`update citizens set email_verified = false where citizen_id = ${ada}`,
  'all access has ended': ({ db, ada }: World) =>
    db.query`update citizens set security_version = 2 where citizen_id = ${ada}`,
  'the session has ended': ({ db, ada }: World) =>
    db.query`update sessions set ended_at = to_timestamp(${NOW}) where citizen_id = ${ada} and session_id = ${SESSION}`,
  'the session has expired': ({ db, ada }: World) =>
    db.query`update sessions set expires_at = to_timestamp(${NOW}) where citizen_id = ${ada} and session_id = ${SESSION}`,
  'the session is of another version': ({ db, ada }: World) =>
    db.query`update sessions set security_version = 2 where citizen_id = ${ada} and session_id = ${SESSION}`,
  'the connection is gone': ({ db, ada }: World) =>
    db.query`delete from connections where citizen_id = ${ada} and client_id = 'permits'`,
  'the code is spent': ({ db, ada }: World) =>
    db.query`update authorization_codes set spent_at = to_timestamp(${NOW}) where citizen_id = ${ada} and client_id = 'permits'`,
  'the code has expired': ({ db, ada }: World) =>
    db.query`update authorization_codes set expires_at = to_timestamp(${NOW}) where citizen_id = ${ada} and client_id = 'permits'`,
  'the verifiers are used up': ({ db, ada }: World) =>
    db.query`update authorization_codes set wrong_verifiers = ${MOST_WRONG_VERIFIERS}
              where citizen_id = ${ada} and client_id = 'permits'`,
  'the grant has ended': ({ db, ada }: World) =>
    db.query`update grants set ended_at = to_timestamp(${NOW}) where citizen_id = ${ada} and client_id = 'permits'`,
  'the grant has expired': ({ db, ada }: World) =>
    db.query`update grants set expires_at = to_timestamp(${NOW}) where citizen_id = ${ada} and client_id = 'permits'`,
  'the access token has expired': ({ db, ada }: World) =>
    db.query`update access_tokens set expires_at = to_timestamp(${NOW}) where citizen_id = ${ada} and client_id = 'permits'`,
  'the rotation is too long ago': ({ db, ada }: World) =>
    db.query`update access_tokens set issued_at = to_timestamp(${at(4000)}) where citizen_id = ${ada} and client_id = 'permits'`,
} as const
/** One of them. */
export type Change = keyof typeof CHANGES

/** What each of them must not have lost. */
export const CLIENT: readonly Change[] = ['the client is disabled', 'the client was changed']
export const GENERATION: readonly Change[] = ['the client is disabled', 'the client has another generation']
export const CITIZEN: readonly Change[] = [
  'the citizen is suspended',
  'the address is not verified',
  'all access has ended',
]
export const OF_SESSION: readonly Change[] = [
  'the session has ended',
  'the session has expired',
  'the session is of another version',
]
export const OF_CODE: readonly Change[] = [
  'the code is spent',
  'the code has expired',
  'the verifiers are used up',
]
export const OF_GRANT: readonly Change[] = ['the grant has ended', 'the grant has expired']

/** How many rows each citizen has of each kind, and what of theirs was changed. */
async function rowsOf(db: Database, citizenId: string) {
  const [rows] = await db.query<
    Record<'codes' | 'spent' | 'grants' | 'tokens' | 'rotated' | 'entered' | 'events', number>
  >`
    select (select count(*)::int from authorization_codes where citizen_id = ${citizenId}) as codes,
           (select count(*)::int from authorization_codes where citizen_id = ${citizenId} and grant_id is not null) as spent,
           (select count(*)::int from grants where citizen_id = ${citizenId}) as grants,
           (select count(*)::int from access_tokens where citizen_id = ${citizenId}) as tokens,
           (select count(*)::int from grants where citizen_id = ${citizenId} and refresh_hash <> ${hashOf('refresh')}) as rotated,
           (select count(*)::int from connections where citizen_id = ${citizenId} and last_entered_at > to_timestamp(${at(0)})) as entered,
           (select count(*)::int from audit_events where citizen_id = ${citizenId}) as events`
  return rows
}

const BEFORE = { codes: 2, spent: 0, grants: 2, tokens: 2, rotated: 0, entered: 0, events: 0 }

/** Ada has more rows now, and Bob has what he had. */
export async function expectRows({ db, ada, bob }: World, more: Partial<typeof BEFORE>): Promise<void> {
  expect([await rowsOf(db, ada), await rowsOf(db, bob)]).toEqual([{ ...BEFORE, ...more }, BEFORE])
}
