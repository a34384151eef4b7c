import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'

let stage: Stage
let token: string
beforeAll(async () => {
  stage = await openStage()
  token = await stage.enter(stage.identity.addCitizen({ email: 'ana@example.test' }))
})
afterAll(() => stage.close())

const PERMITS = '/api/v1/permits/'
const apply = (plate: unknown, zone: unknown = 'harbour', bearer = token) =>
  stage.post(PERMITS, { plate, zone }, bearer)
const plates = async (bearer: string) =>
  ((await stage.get(PERMITS, bearer)).body['permits'] as { plate: string }[]).map(({ plate }) => plate)

test('a citizen applies, and finds the application in one spelling among her own, newest first', async () => {
  const first = await apply('\u202a b\u2013mw \u00a0123\u200b ')
  expect([first.status, first.body['plate'], first.body['status']]).toEqual([201, 'B MW 123', 'applied'])
  await stage.clock.advance(1000)
  expect((await apply('XY 9')).status).toBe(201)
  expect(await plates(token)).toEqual(['XY 9', 'B MW 123'])
})

test('nobody sees or counts the permits of somebody else', async () => {
  const other = await stage.enter(stage.identity.addCitizen({ email: 'ben@example.test' }))
  expect(await plates(other)).toEqual([])
  expect((await apply('XY 9', 'harbour', other)).status).toBe(201)
})

describe('applying refuses', () => {
  test.each([
    ['no plate', { zone: 'harbour' }, 'plate'],
    ['an empty plate', { plate: ' - ', zone: 'harbour' }, 'plate'],
    ['a plate without a digit', { plate: 'ABC', zone: 'harbour' }, 'plate'],
    ['a plate of 13 characters', { plate: 'ABCDEFGHIJKL1', zone: 'harbour' }, 'plate'],
    ['a plate with markup', { plate: '<b>1</b>', zone: 'harbour' }, 'plate'],
    ['a plate with letters that only look like ours', { plate: '\u0410BC 1', zone: 'harbour' }, 'plate'],
    ['a plate that is a number', { plate: 123, zone: 'harbour' }, 'plate'],
    ['a zone that is not there', { plate: 'AB 1', zone: 'moon' }, 'zone'],
    ['a zone that every object has', { plate: 'AB 1', zone: 'constructor' }, 'zone'],
    ['a status', { plate: 'AB 1', zone: 'harbour', status: 'granted' }, 'status'],
    ['the account of somebody else', { plate: 'AB 1', zone: 'harbour', account_id: 'x' }, 'account_id'],
  ])('%s', async (_name, body, field) => {
    const answer = await stage.post(PERMITS, body, token)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field])
  })

  test('the same car in the same zone twice, also when ten tries come at once', async () => {
    const tries = await Promise.all(Array.from({ length: 10 }, () => apply('RACE 1')))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await apply('RACE 1', 'old-town')).status).toBe(201)
  })

  test('more than thirty an hour', async () => {
    const busy = await stage.enter(stage.identity.addCitizen({ email: 'busy@example.test' }))
    const tries = await Promise.all(
      Array.from({ length: 31 }, (_, index) => apply(`CAR ${index}`, 'harbour', busy)),
    )
    const refused = tries.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

// proves: program-1.5-local-tokens-alone, program-4.3.7-central-tokens-refused, threat-foreign-token-at-program
test('no bearer, a central token and an ID token open nothing', async () => {
  const idToken = `${btoa('{"alg":"RS256"}')}.${btoa('{"sub":"x"}')}.c2ln`
  for (const bearer of [undefined, 'central-token', idToken, 'ppr_x', 'ssoc_x', `${token}x`]) {
    const answer = await stage.get(PERMITS, bearer)
    expect([answer.status, answer.headers.get('www-authenticate')?.slice(0, 6)]).toEqual([401, 'Bearer'])
  }
})

// proves: threat-outage-as-revocation
test('an outage of the identity service is 503 and ends nothing; the end of the central session is 401', async () => {
  const citizen = stage.identity.addCitizen({ email: 'out@example.test' })
  const bearer = await stage.enter(citizen)
  await stage.clock.advance(31_000)
  stage.identity.outage('500')
  const away = await stage.get(PERMITS, bearer)
  expect([away.status, away.body['code']]).toEqual([503, 'identity_unavailable'])
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  stage.identity.outage('off')
  await stage.clock.advance(31_000)
  expect((await stage.get(PERMITS, bearer)).status).toBe(200)
  stage.identity.endCentralSession(citizen.subject)
  await stage.clock.advance(31_000)
  const ended = await stage.get(PERMITS, bearer)
  expect([ended.status, ended.body['code']]).toEqual([401, 'session_ended'])
})

test('an old account works through an outage of the identity service', async () => {
  const old = await stage.openOldAccount('olga@example.test')
  stage.identity.outage('500')
  expect((await apply('OLD 1', 'harbour', old)).status).toBe(201)
  stage.identity.outage('off')
})

test('if the database does not answer, the response is 503, nothing is lost, and it works again later', async () => {
  await stage.database.shut(true)
  const [away, sso, login] = await Promise.all([
    stage.get(PERMITS, token),
    stage.get('/api/v1/sso/status/', token),
    stage.post('/api/v1/auth/login/', { email: 'a@example.test', password: 'a password' }),
  ])
  expect([away.status, sso.status, login.status]).toEqual([503, 503, 503])
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  await stage.database.shut(false)
  await expect.poll(async () => (await stage.get(PERMITS, token)).status).toBe(200)
})
