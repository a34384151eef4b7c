import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { whileChanged } from '../../../testing/while-changed.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { arrayOf } from '../../platform/postgres/values.ts'
import { randomUuid } from '../../platform/random.ts'
import { systemRandom as random } from '../../platform/system-random.ts'
import type { Session } from '../session.ts'
import {
  deleteConnection,
  deleteConnectionsOfCitizen,
  listConnections,
  saveConnection,
} from './connections.ts'
import {
  deleteUnspentCodes,
  endClientGrants,
  endGrant,
  endSessionGrants,
  hasGrants,
  lockGrant,
  revokeAccessToken,
} from './end-grants.ts'
import { deleteSessionsOfCitizen, endAllBut, endByCookie, endById } from './end-sessions.ts'
import { countWrongVerifier, lockCode } from './refuse-code.ts'
import { insertSession, replaceCookie, selectLiveSessions, setLastSeen } from './sessions.ts'

/** Two citizens have rows with the same ids and hashes. What ends for one of them leaves the other one, and the other rows. */
let database: TestDatabase
let db: Database
let ada: string
let bob: string

const [FIRST, SECOND, THIRD] = [randomUuid(random), randomUuid(random), randomUuid(random)]
const [HASH, OTHER_HASH] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => {
  ada = randomUuid(random)
  bob = randomUuid(random)
})

describe('sessions', () => {
  const hashOf = (sessionId: string) => Buffer.from(sessionId)
  const sessionOf = (citizenId: string, sessionId: string, changes: Partial<Session> = {}): Session => ({
    ...{ citizenId, sessionId, securityVersion: 1, userAgent: 'Firefox', address: '192.0.2.7' },
    ...{ proof: 'password', trustedSince: null, startedAt: at(0), authenticatedAt: at(0) },
    ...{ lastSeenAt: at(0), expiresAt: at(1000), endedAt: null },
    ...changes,
  })
  const add = (citizenId: string, sessionId: string, changes: Partial<Session> = {}) =>
    insertSession(db, { session: sessionOf(citizenId, sessionId, changes), cookieHash: hashOf(sessionId) })
  const idsOf = async (citizenId: string, now = at(1)) =>
    (await selectLiveSessions(db, { citizenId, securityVersion: 1, language: '' }, now)).map(
      ({ sessionId }) => sessionId,
    )
  const both = async () => [(await idsOf(ada)).sort(), (await idsOf(bob)).sort()]
  const sorted = (...ids: readonly string[]) => ids.toSorted()

  beforeEach(async () => {
    for (const citizenId of [ada, bob])
      for (const sessionId of [FIRST, SECOND]) await add(citizenId, sessionId)
  })

  test('are listed for one citizen, while they last and have the present security version', async () => {
    await add(ada, THIRD, { securityVersion: 2 })
    await endById(db, { citizenId: bob, sessionId: FIRST }, at(1))
    expect(await both()).toEqual([sorted(FIRST, SECOND), [SECOND]])
    expect([(await idsOf(ada, at(999))).length, (await idsOf(ada, at(1000))).length]).toEqual([2, 0])
  })

  test('end by their cookie, once', async () => {
    const cookie = { citizenId: ada, hash: hashOf(FIRST) }
    expect([await endByCookie(db, cookie, at(1)), await endByCookie(db, cookie, at(1))]).toEqual([
      [FIRST],
      [],
    ])
    expect(await both()).toEqual([[SECOND], sorted(FIRST, SECOND)])
  })

  test('end by their id, once', async () => {
    const key = { citizenId: ada, sessionId: FIRST }
    expect([await endById(db, key, at(1)), await endById(db, key, at(1))]).toEqual([[FIRST], []])
    expect(await both()).toEqual([[SECOND], sorted(FIRST, SECOND)])
  })

  test('end except one: those of one citizen that have not ended or expired', async () => {
    await add(ada, THIRD, { expiresAt: at(1) })
    expect(await endAllBut(db, { citizenId: ada, sessionId: FIRST }, at(1))).toEqual([SECOND])
    expect(await endAllBut(db, { citizenId: ada, sessionId: FIRST }, at(1))).toEqual([])
    expect(await both()).toEqual([[FIRST], sorted(FIRST, SECOND)])
    const left = await db.query<{ open: number }>`
      select count(*) as open from sessions where session_id = ${THIRD} and citizen_id = ${ada} and ended_at is null`
    expect(left).toEqual([{ open: 1 }])
  })

  test('that another request is ending are waited for, and do not end a second time', async () => {
    const key = { citizenId: ada, sessionId: FIRST }
    const ended = await whileChanged(
      database,
      (tx) => endById(tx, { ...key, sessionId: SECOND }, at(1)),
      () => db.transaction((tx) => endAllBut(tx, key, at(5))),
    )
    expect(ended).toEqual([])
  })

  test('are deleted for one citizen', async () => {
    await deleteSessionsOfCitizen(db, ada)
    expect(await both()).toEqual([[], sorted(FIRST, SECOND)])
  })

  test('note when they were last seen, one by one, and never earlier', async () => {
    await setLastSeen(db, sessionOf(ada, FIRST), at(50))
    await setLastSeen(db, sessionOf(ada, FIRST), at(40))
    const seen = await db.query<{ at: number }>`
      select extract(epoch from last_seen_at)::bigint as at from sessions
       where citizen_id in (${ada}, ${bob}) and last_seen_at > to_timestamp(${at(0)})`
    expect(seen).toEqual([{ at: at(50) }])
  })

  describe('get another cookie', () => {
    const replace = (changes: Partial<Session> = {}, hash = hashOf(FIRST)) =>
      replaceCookie(
        db,
        { citizenId: ada, hash },
        { session: sessionOf(ada, FIRST, { lastSeenAt: at(10), ...changes }), cookieHash: HASH },
      )

    test('one by one, once', async () => {
      expect(await replace()).toMatchObject({ sessionId: FIRST })
      expect(await replace()).toBeUndefined()
      expect(await endByCookie(db, { citizenId: ada, hash: hashOf(SECOND) }, at(1))).toEqual([SECOND])
      expect(await endByCookie(db, { citizenId: bob, hash: hashOf(FIRST) }, at(1))).toEqual([FIRST])
    })

    test('not when they have ended or expired, or have another security version', async () => {
      expect(await replace({ lastSeenAt: at(1000) })).toBeUndefined()
      expect(await replace({ securityVersion: 2 })).toBeUndefined()
      await endById(db, { citizenId: ada, sessionId: FIRST }, at(1))
      expect(await replace()).toBeUndefined()
    })
  })
})

describe('grants', () => {
  /** One at the permits in the first session, one at the library in the second, with the same refresh and access tokens. */
  const GRANTS = [
    { grantId: FIRST, clientId: 'permits', sessionId: FIRST, hash: HASH },
    { grantId: SECOND, clientId: 'library', sessionId: SECOND, hash: OTHER_HASH },
  ] as const

  beforeEach(async () => {
    for (const citizenId of [ada, bob]) for (const one of GRANTS) await add(citizenId, one)
  })

  async function add(citizenId: string, { grantId, clientId, sessionId, hash }: (typeof GRANTS)[number]) {
    await db.query`
      insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at,
                          expires_at, refresh_hash)
      values (${citizenId}, ${grantId}, ${clientId}, ${sessionId}, 1, 'openid', to_timestamp(${at(0)}), to_timestamp(${at(0)}),
              to_timestamp(${at(1000)}), ${hash})`
    await db.query`
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at, session_id,
                                 security_version, spent_refresh_hash)
      values (${citizenId}, ${hash}, ${grantId}, ${clientId}, 'openid', to_timestamp(${at(7)}), to_timestamp(${at(900)}),
              ${sessionId}, 1, ${HASH})`
  }

  /** The open grants of a citizen, and those that have an access token. */
  async function openOf(citizenId: string) {
    const open = await db.query<{ id: string }>`
      select grant_id as id from grants where citizen_id = ${citizenId} and ended_at is null order by client_id desc`
    const tokens = await db.query<{ id: string }>`
      select grant_id as id from access_tokens where citizen_id = ${citizenId} order by client_id desc`
    return { open: open.map(({ id }) => id), tokens: tokens.map(({ id }) => id) }
  }

  const both = async () => [await openOf(ada), await openOf(bob)]
  const ALL = { open: [FIRST, SECOND], tokens: [FIRST, SECOND] }
  const LIBRARY = { open: [SECOND], tokens: [SECOND] }
  const cause = 'disconnected' as const

  test('are found and locked by their citizen and id, with when a refresh token was spent', async () => {
    const token = { citizenId: ada, grantId: FIRST, hash: HASH }
    await db.transaction(async (tx) => {
      expect(await lockGrant(tx, token)).toMatchObject({
        clientId: 'permits',
        isLiving: true,
        spentAt: at(7),
      })
      const free = await db.query<{ id: string }>`
        select grant_id as id from grants where citizen_id = ${ada} for update skip locked`
      expect(free).toEqual([{ id: SECOND }])
    })
    const lock = (changes: Partial<typeof token>) => lockGrant(db, { ...token, ...changes })
    expect(await lock({ hash: OTHER_HASH })).toMatchObject({ isLiving: false, spentAt: null })
    expect(await lock({ grantId: SECOND })).toMatchObject({ clientId: 'library' })
    expect([await lock({ grantId: THIRD }), await lock({ citizenId: randomUuid(random) })]).toEqual([
      undefined,
      undefined,
    ])
    await db.query`update access_tokens set issued_at = to_timestamp(${at(8)}) where citizen_id = ${bob} or grant_id = ${SECOND}`
    expect(await lock({})).toMatchObject({ spentAt: at(7) })
  })

  test('end one by one, once, with their tokens', async () => {
    const ending = { citizenId: ada, grantId: FIRST, cause, now: at(1) }
    expect([await endGrant(db, ending), await endGrant(db, ending)]).toEqual([true, false])
    expect(await both()).toEqual([LIBRARY, ALL])
  })

  test('end at one program', async () => {
    await endClientGrants(db, { citizenId: ada, clientId: 'permits', cause, now: at(1) })
    expect(await both()).toEqual([LIBRARY, ALL])
  })

  test('end with their session', async () => {
    await endSessionGrants(db, { citizenId: ada, sessionIds: [FIRST], cause, now: at(1) })
    expect(await both()).toEqual([LIBRARY, ALL])
  })

  test.each([
    [
      'at one program',
      (tx: Database) => endClientGrants(tx, { citizenId: ada, clientId: 'permits', cause, now: at(5) }),
    ],
    [
      'with their session',
      (tx: Database) => endSessionGrants(tx, { citizenId: ada, sessionIds: [FIRST], cause, now: at(5) }),
    ],
  ])('that another request is ending are waited for, and keep their cause: %s', async (_name, end) => {
    const first = { citizenId: ada, grantId: FIRST, cause: 'revoked-by-client', now: at(1) } as const
    await whileChanged(
      database,
      (tx) => endGrant(tx, first),
      () => db.transaction(end),
    )
    await db.transaction(end)
    const ended = await db.query<{ cause: string }>`
      select end_cause as cause from grants where citizen_id = ${ada} and ended_at is not null`
    expect(ended).toEqual([{ cause: 'revoked-by-client' }])
  })

  test('are known for one citizen and session', async () => {
    expect(await hasGrants(db, ada, [THIRD, FIRST])).toBe(true)
    expect([await hasGrants(db, ada, [THIRD]), await hasGrants(db, randomUuid(random), [FIRST])]).toEqual([
      false,
      false,
    ])
  })

  test('lose one access token to the program that it belongs to', async () => {
    const token = { citizenId: ada, hash: HASH }
    expect([
      await revokeAccessToken(db, token, 'library'),
      await revokeAccessToken(db, token, 'permits'),
    ]).toEqual([false, true])
    const left = await db.query<{ one: number }>`
      select 1 as one from access_tokens where citizen_id in (${ada}, ${bob}) and token_hash in (${HASH}, ${OTHER_HASH})`
    expect(left).toHaveLength(3)
  })
})

describe('codes', () => {
  beforeEach(async () => {
    for (const citizenId of [ada, bob])
      for (const [hash, clientId] of [
        [HASH, 'permits'],
        [OTHER_HASH, 'library'],
      ] as const)
        await db.query`
          insert into authorization_codes (citizen_id, code_hash, client_id, session_id, security_version, redirect_uri,
                                           code_challenge, nonce, scope, authenticated_at, created_at, expires_at)
          values (${citizenId}, ${hash}, ${clientId}, ${FIRST}, 1, 'https://example.test/', 'challenge', '', 'openid',
                  to_timestamp(${at(0)}), to_timestamp(${at(0)}), to_timestamp(${at(90)}))`
  })

  const spend = (citizenId: string, hash: Buffer) =>
    db.query`update authorization_codes set spent_at = to_timestamp(${at(1)}) where citizen_id = ${citizenId} and code_hash = ${hash}`
  const clientsOf = async (citizenId: string) =>
    (
      await db.query<{ id: string }>`
        select client_id as id from authorization_codes where citizen_id = ${citizenId} order by client_id`
    ).map(({ id }) => id)

  test('are found and locked by their citizen and hash', async () => {
    await db.transaction(async (tx) => {
      expect(await lockCode(tx, ada, HASH)).toMatchObject({
        clientId: 'permits',
        spentAt: null,
        wrongVerifiers: 0,
      })
      const free = await db.query<{ id: string }>`
        select client_id as id from authorization_codes where citizen_id = ${ada} for update skip locked`
      expect(free).toEqual([{ id: 'library' }])
    })
    expect(await lockCode(db, ada, OTHER_HASH)).toMatchObject({ clientId: 'library' })
    expect([
      await lockCode(db, ada, Buffer.alloc(32, 9)),
      await lockCode(db, randomUuid(random), HASH),
    ]).toEqual([undefined, undefined])
  })

  test('count their own wrong verifiers, until they are spent', async () => {
    await countWrongVerifier(db, ada, HASH)
    await spend(ada, OTHER_HASH)
    await countWrongVerifier(db, ada, OTHER_HASH)
    const counts = await db.query<{ wrong: number }>`
      select wrong_verifiers as wrong from authorization_codes where citizen_id in (${ada}, ${bob}) order by 1 desc`
    expect(counts.map(({ wrong }) => wrong)).toEqual([1, 0, 0, 0])
  })

  test('that nobody has exchanged are deleted for one citizen at one program', async () => {
    await deleteUnspentCodes(db, { citizenId: ada, clientId: 'permits' })
    expect([await clientsOf(ada), await clientsOf(bob)]).toEqual([['library'], ['library', 'permits']])
    await spend(bob, HASH)
    await deleteUnspentCodes(db, { citizenId: bob, clientId: 'permits' })
    expect(await clientsOf(bob)).toEqual(['library', 'permits'])
  })
})

describe('connections', () => {
  const save = (citizenId: string, clientId: string, scope: string, tx = db) =>
    saveConnection(tx, { citizenId, clientId, scope }, at(0))
  const scopesOf = async (citizenId: string) =>
    (
      await db.query<{ scope: string }>`
        select client_id || ': ' || scope as scope from connections where citizen_id = ${citizenId} order by client_id`
    ).map(({ scope }) => scope)

  beforeEach(async () => {
    for (const citizenId of [ada, bob])
      for (const clientId of ['library', 'permits'])
        expect(await save(citizenId, clientId, 'openid')).toBe(true)
  })

  test('get more scopes one by one', async () => {
    expect(await save(ada, 'permits', 'email')).toBe(false)
    expect([await scopesOf(ada), await scopesOf(bob)]).toEqual([
      ['library: openid', 'permits: email openid'],
      ['library: openid', 'permits: openid'],
    ])
    await save(bob, 'library', 'phone')
    await save(ada, 'library', 'profile')
    expect(await scopesOf(ada)).toEqual(['library: openid profile', 'permits: email openid'])
  })

  test('keep what another request is adding', async () => {
    await whileChanged(
      database,
      (tx) => save(ada, 'permits', 'email', tx),
      () => db.transaction((tx) => save(ada, 'permits', 'phone', tx)),
    )
    expect(await scopesOf(ada)).toEqual(['library: openid', 'permits: email openid phone'])
  })

  test('are listed for one citizen, with the names of the programs in a language, and their homes', async () => {
    for (const [clientId, names] of [
      ['library', { de: 'Zur Bibliothek' }],
      ['permits', {}],
    ] as const)
      await db.query`
        insert into clients (client_id, name, names, homes, redirect_uris, scope, confirmation, created_at, revision)
        values (${clientId}, ${`The ${clientId}`}, ${JSON.stringify(names)}::text::jsonb,
                ${JSON.stringify({ de: `https://${clientId}.example/de/`, fr: 'https://library.example/fr/' })}::text::jsonb,
                ${arrayOf([`https://${clientId}.example/cb`])}::text::text[], 'openid', 'first-time',
                to_timestamp(${at(0)}), 1)`
    expect(await listConnections(db, { citizenId: ada, language: 'de' })).toMatchObject([
      { programName: 'The permits', programHome: 'https://permits.example/de/' },
      { programName: 'Zur Bibliothek', programHome: 'https://library.example/de/' },
    ])
    // A home on another origin than every redirect URI does not count.
    expect(await listConnections(db, { citizenId: ada, language: 'fr' })).toMatchObject([
      { programName: 'The library', programHome: 'https://library.example/fr/' },
      { programName: 'The permits', programHome: 'https://permits.example/' },
    ])
  })

  test('are deleted one by one, or all of one citizen', async () => {
    const key = { citizenId: ada, clientId: 'permits' }
    expect([await deleteConnection(db, key), await deleteConnection(db, key)]).toEqual([true, false])
    expect([await scopesOf(ada), await scopesOf(bob)]).toEqual([
      ['library: openid'],
      ['library: openid', 'permits: openid'],
    ])
    await deleteConnectionsOfCitizen(db, ada)
    expect([await scopesOf(ada), (await scopesOf(bob)).length]).toEqual([[], 2])
  })
})
