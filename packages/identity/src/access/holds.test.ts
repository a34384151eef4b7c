import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { ACCESS_HOLDS } from './holds.ts'
import { CHANGES, type Change, hashOf, NOW, twoCitizens, UNKNOWN } from './statements/two-citizens.fixture.ts'

const world = twoCitizens()

/** How many sessions, programs with a grant, and connections a citizen has. */
async function held(citizenId = world.ada): Promise<readonly number[]> {
  const needs = { db: world.db, clock: { ...fakeClock(), now: () => NOW }, email: '' }
  const counted = ACCESS_HOLDS.flatMap((one) => ('count' in one ? [one] : []))
  expect(counted.map(({ name }) => name)).toEqual(['sessions', 'grants', 'connections'])
  return Promise.all(counted.map(({ count }) => count(needs, citizenId)))
}

test('each citizen has what is their own', async () => {
  expect([await held(), await held(world.bob), await held(UNKNOWN)]).toEqual([
    [2, 2, 2],
    [2, 2, 2],
    [0, 0, 0],
  ])
})

test('two grants of a program are one program', async () => {
  await world.db.query`
    insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at,
                        expires_at, refresh_hash)
    select citizen_id, ${UNKNOWN}, client_id, session_id, security_version, scope, authenticated_at, created_at, expires_at, ${hashOf('x')}
      from grants where citizen_id = ${world.ada} and client_id = 'permits'`
  expect(await held()).toEqual([2, 2, 2])
})

test.each<[Change, readonly number[]]>([
  ['the citizen is suspended', [0, 0, 2]],
  ['all access has ended', [0, 0, 2]],
  ['the session has ended', [1, 2, 2]],
  ['the session has expired', [1, 2, 2]],
  ['the session is of another version', [1, 2, 2]],
  ['the grant has ended', [2, 1, 2]],
  ['the grant has expired', [2, 1, 2]],
  ['the client has another generation', [2, 1, 2]],
  ['the connection is gone', [2, 2, 1]],
])('where %s, there is less', async (change, less) => {
  await CHANGES[change](world)
  const others = change.startsWith('the client') ? less : [2, 2, 2]
  expect([await held(), await held(world.bob)]).toEqual([less, others])
})
