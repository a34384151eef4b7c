import { beforeEach, describe, expect, test } from 'vitest'
import { isDistributed } from '../../../testing/one-server.ts'
import { whileChanged } from '../../../testing/while-changed.ts'
import type { UnixMilliseconds, UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type CodeRequest, insertCode, insertCodes } from './issue-code.ts'
import { type CodeRedemption, redeemCode, redeemCodes } from './redeem-code.ts'
import {
  at,
  CHANGES,
  CITIZEN,
  CLIENT,
  expectRows,
  GENERATION,
  hashOf,
  NEW_GRANT,
  NOW,
  OF_CODE,
  OF_SESSION,
  SESSION,
  twoCitizens,
  UNKNOWN,
} from './two-citizens.fixture.ts'

/**
 * Everything that a code depends on, changed one by one, for both forms of each statement: the one for many requests on one server, and the
 * one for a single request on a distributed database. Bob has all that Ada has, with the same ids and hashes, and so has Ada at a second
 * program. Neither may stand in for what is missing, or be touched.
 */
const world = twoCitizens()

const first =
  <Request, Answer>(
    form: (db: Database, all: readonly Request[], now: UnixSeconds) => Promise<readonly Answer[]>,
  ) =>
  async (request: Request) =>
    (await form(world.db, [request], NOW))[0]
const alone =
  <Request, Answer>(form: (db: Database, one: Request, now: UnixSeconds) => Promise<Answer>) =>
  (request: Request) =>
    form(world.db, request, NOW)

/** Between two seconds. */
const EVENT_AT = (NOW * 1000 + 345) as UnixMilliseconds

const redemption = (changes: Partial<CodeRedemption> = {}): CodeRedemption => ({
  ...{
    citizenId: world.ada,
    codeHash: hashOf('code permits'),
    clientId: 'permits',
    revision: 7,
    redirectUri: 'https://a.test/',
  },
  ...{ codeChallenge: 'challenge', grantId: NEW_GRANT, accessTokenHash: hashOf('new access') },
  ...{
    refreshTokenHash: hashOf('new refresh'),
    eventId: UNKNOWN,
    eventAt: EVENT_AT,
    address: '',
    requestId: '',
  },
  ...changes,
})

// Citus does not run the statement of many: it locks rows of several servers.
const redeeming = [
  ['together', first(redeemCodes)],
  ['alone', alone(redeemCode)],
] as const

describe.each(isDistributed ? redeeming.slice(1) : redeeming)('a code is redeemed %s', (_form, redeem) => {
  beforeEach(() => world.db.query`delete from audit_events`)

  test('once, by its citizen, for its program', async () => {
    expect(await redeem(redemption())).toMatchObject({
      subject: world.ada,
      sessionId: SESSION,
      scope: 'openid profile',
    })
    await expectRows(world, { spent: 1, grants: 3, tokens: 3, rotated: 0, entered: 1, events: 1 })
    expect(await redeem(redemption({ grantId: UNKNOWN, accessTokenHash: hashOf('x') }))).toBeUndefined()
    await expectRows(world, { spent: 1, grants: 3, tokens: 3, rotated: 0, entered: 1, events: 1 })
  })

  // proves: events-in-order
  test('and its event is at its millisecond, so that it stands in its order', async () => {
    await redeem(redemption())
    const [event] = await world.db.query<{ milliseconds: number }>`
      select (extract(epoch from at) * 1000)::bigint as milliseconds from audit_events where name = 'program-entered'`
    expect(event).toEqual({ milliseconds: EVENT_AT })
  })

  test('and says that the program was entered, not more than once an hour', async () => {
    await world.db
      .query`update connections set last_entered_at = to_timestamp(${at(4000)}) where citizen_id = ${world.ada} and client_id = 'permits'`
    await redeem(redemption())
    const [entered] = await world.db.query<{ at: number }>`
      select extract(epoch from last_entered_at)::bigint as at from connections where citizen_id = ${world.ada} and client_id = 'permits'`
    expect(entered).toEqual({ at: at(4000) })
  })

  test.each([
    ['code', { codeHash: hashOf('unknown') }],
    ['program', { clientId: 'library' }],
    ['revision of its program', { revision: 6 }],
    ['address', { redirectUri: 'https://b.test/' }],
    ['verifier', { codeChallenge: 'other' }],
  ])('not with another %s', async (_name, changes) => {
    expect(await redeem(redemption(changes))).toBeUndefined()
    await expectRows(world, {})
  })

  test.each([
    ...new Set([
      ...CLIENT,
      ...GENERATION,
      ...CITIZEN,
      ...OF_SESSION,
      ...OF_CODE,
      'the connection is gone',
    ] as const),
  ])('not when %s', async (change) => {
    await CHANGES[change](world)
    expect(await redeem(redemption())).toBeUndefined()
    await expectRows(world, {})
  })

  test.each(['the session has ended', 'the connection is gone'] as const)(
    'after it has waited for who is changing it: %s',
    async (change) => {
      const changing = (tx: Database) =>
        change === 'the session has ended'
          ? tx.query`update sessions set ended_at = to_timestamp(${NOW}) where citizen_id = ${world.ada}`
          : tx.query`delete from connections where citizen_id = ${world.ada} and client_id = 'permits'`
      expect(await whileChanged(world.database, changing, () => redeem(redemption()))).toBeUndefined()
      await expectRows(world, {})
    },
  )
})

const codeRequest = (changes: Partial<CodeRequest> = {}): CodeRequest => ({
  ...{
    citizenId: world.ada,
    cookieHash: hashOf('cookie'),
    clientId: 'permits',
    revision: 7,
    codeHash: hashOf('new code'),
  },
  ...{ redirectUri: 'https://a.test/', codeChallenge: 'challenge', nonce: '', scope: 'openid' },
  ...{ oldestAuthentication: at(100), asks: 'nothing', acrValues: '', ...changes },
})

describe.each([
  ['together', first(insertCodes)],
  ['alone', alone(insertCode)],
])('a code is issued %s', (_form, issue) => {
  test('to the citizen of the session', async () => {
    expect(await issue(codeRequest())).toMatchObject({
      issued: true,
      subject: world.ada,
      connectedScope: 'openid profile',
    })
    await expectRows(world, { codes: 3 })
  })

  test.each([
    ['with another cookie', { cookieHash: hashOf('unknown') }],
    ['for another revision', { revision: 6 }],
    ['for an unknown program', { clientId: 'unknown' }],
    ['where a page must be shown', { asks: 'page' }],
    ['for more than was allowed', { scope: 'openid email' }],
    ['where the sign-in must be newer', { oldestAuthentication: at(101) }],
  ] as const)('not %s', async (_name, changes) => {
    expect(await issue(codeRequest(changes))).toMatchObject({ issued: false })
    await expectRows(world, {})
  })

  test.each([...CLIENT, ...CITIZEN, ...OF_SESSION, 'the connection is gone'] as const)(
    'not when %s',
    async (change) => {
      await CHANGES[change](world)
      const situation = await issue(codeRequest())
      expect(situation).toMatchObject({ issued: false })
      if (OF_SESSION.includes(change))
        expect(situation).toMatchObject({ sessionId: null, subject: null, connectedScope: null })
      if (change === 'the connection is gone')
        expect(situation).toMatchObject({ subject: world.ada, connectedScope: null })
      await expectRows(world, {})
    },
  )
})

test('of several requests at once, each is told of its own code alone', async () => {
  const requests = [
    codeRequest(),
    codeRequest({ codeHash: hashOf('code of a page'), asks: 'page' }),
    codeRequest({ codeHash: hashOf('code of more'), scope: 'openid email' }),
  ]
  const answers = await insertCodes(world.db, requests, NOW)
  expect(answers.map((answer) => answer?.issued)).toEqual([true, false, false])
  await expectRows(world, { codes: 3 })
})
