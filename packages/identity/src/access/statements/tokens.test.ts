import { beforeEach, describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countEndedGrants } from './count-ended-grants.ts'
import { findRecentRotation } from './find-recent-rotation.ts'
import { findToken, findTokens, type IntrospectionRequest } from './introspect-token.ts'
import { findBearer, findBearers } from './read-userinfo.ts'
import { type Rotation, rotateRefreshToken, rotateRefreshTokens } from './rotate-refresh-token.ts'
import {
  CHANGES,
  CITIZEN,
  CLIENT,
  expectRows,
  GENERATION,
  GRANT,
  hashOf,
  NOW,
  OF_GRANT,
  twoCitizens,
  UNKNOWN,
} from './two-citizens.fixture.ts'

/**
 * Everything that a token depends on, changed one by one, for both forms of each statement: the one for many requests on one server, and the
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

const rotation = (changes: Partial<Rotation> = {}): Rotation => ({
  ...{
    citizenId: world.ada,
    grantId: GRANT,
    hash: hashOf('refresh'),
    clientId: 'permits',
    revision: 7,
    scope: '',
  },
  ...{ accessTokenHash: hashOf('new access'), refreshTokenHash: hashOf('new refresh'), ...changes },
})

describe.each([
  ['together', first(rotateRefreshTokens)],
  ['alone', alone(rotateRefreshToken)],
])('a refresh token is rotated %s', (_form, rotate) => {
  test('once, in its grant', async () => {
    expect(await rotate(rotation({ scope: 'openid' }))).toMatchObject({ scope: 'openid' })
    expect(await rotate(rotation({ accessTokenHash: hashOf('x') }))).toBeUndefined()
    await expectRows(world, { rotated: 1, tokens: 3 })
  })

  test.each([
    ['with another token', { hash: hashOf('unknown') }],
    ['by another program', { clientId: 'library' }],
    ['for another revision', { revision: 6 }],
    ['of an unknown grant', { grantId: UNKNOWN }],
    ['for more than was granted', { scope: 'openid email' }],
  ])('not %s', async (_name, changes) => {
    expect(await rotate(rotation(changes))).toBeUndefined()
    await expectRows(world, {})
  })

  test.each([...new Set([...CLIENT, ...GENERATION, ...CITIZEN, ...OF_GRANT])])(
    'not when %s',
    async (change) => {
      await CHANGES[change](world)
      expect(await rotate(rotation())).toBeUndefined()
      await expectRows(world, {})
    },
  )
})

describe('a recent rotation is found', () => {
  const find = (changes: Partial<Rotation> = {}) =>
    findRecentRotation(
      world.db,
      rotation({
        accessTokenHash: hashOf('access permits'),
        refreshTokenHash: hashOf('refresh'),
        ...changes,
      }),
      NOW,
    )

  test('with the tokens that it gave', async () => {
    expect(await find()).toMatchObject({ scope: 'openid', isAlive: true })
  })

  test.each([
    ['for another access token', { accessTokenHash: hashOf('access library') }],
    ['for another refresh token', { refreshTokenHash: hashOf('unknown') }],
    ['by another program', { clientId: 'library' }],
    ['for another revision', { revision: 6 }],
    ['of another grant', { grantId: UNKNOWN }],
  ])('not %s', async (_name, changes) => {
    expect(await find(changes)).toBeUndefined()
  })

  test.each([...new Set([...CLIENT, ...GENERATION, ...OF_GRANT, 'the rotation is too long ago'] as const)])(
    'not when %s',
    async (change) => {
      await CHANGES[change](world)
      expect(await find()).toBeUndefined()
    },
  )

  test.each(CITIZEN)('but not alive when %s', async (change) => {
    await CHANGES[change](world)
    expect(await find()).toMatchObject({ isAlive: false })
  })
})

const asked = (changes: Partial<IntrospectionRequest> = {}): IntrospectionRequest => ({
  ...{ citizenId: world.ada, hash: hashOf('access permits'), clientId: 'permits', revision: 7, ...changes },
})

describe.each([
  ['together', first(findTokens)],
  ['alone', alone(findToken)],
])('an access token is introspected %s', (_form, find) => {
  test('as the one of its citizen', async () => {
    expect(await find(asked())).toMatchObject({ clientIsCurrent: true, active: true, subject: world.ada })
  })

  test.each([
    ['by another program', { clientId: 'library' }],
    ['with another hash', { hash: hashOf('unknown') }],
    ['of an unknown citizen', { citizenId: UNKNOWN }],
  ])('as inactive %s', async (_name, changes) => {
    expect(await find(asked(changes))).toMatchObject({ clientIsCurrent: true, active: false })
  })

  test.each([...CITIZEN, 'the client has another generation', 'the access token has expired'] as const)(
    'as inactive when %s',
    async (change) => {
      await CHANGES[change](world)
      expect(await find(asked())).toMatchObject({ active: false })
    },
  )

  test.each(CLIENT)('and says when %s', async (change) => {
    await CHANGES[change](world)
    expect(await find(asked())).toMatchObject({ clientIsCurrent: false })
  })
})

describe.each([
  ['together', first(findBearers)],
  ['alone', alone(findBearer)],
])('the bearer of an access token is found %s', (_form, find) => {
  test('by its citizen and hash', async () => {
    expect(await find(asked())).toMatchObject({ subject: world.ada })
    expect(await find(asked({ hash: hashOf('unknown') }))).toBeUndefined()
    expect(await find(asked({ citizenId: UNKNOWN }))).toBeUndefined()
  })

  test.each([...CITIZEN, ...GENERATION, 'the access token has expired'] as const)(
    'not when %s',
    async (change) => {
      await CHANGES[change](world)
      expect(await find(asked())).toBeUndefined()
    },
  )
})

describe('grants of the generation that ended last are counted', () => {
  const count = () => countEndedGrants(world.db, 'permits', NOW)
  beforeEach(async () => {
    await world.db.query`delete from grants where citizen_id not in (${world.ada}, ${world.bob})`
    await world.db.query`update clients set generation = 2`
  })

  test('for one program', async () => {
    expect(await count()).toBe(2)
    await world.db.query`update clients set generation = 3 where client_id = 'permits'`
    expect(await count()).toBe(0)
  })

  test.each(['the citizen is suspended', 'all access has ended', ...OF_GRANT] as const)(
    'not when %s',
    async (change) => {
      await CHANGES[change](world)
      expect(await count()).toBe(1)
    },
  )
})
