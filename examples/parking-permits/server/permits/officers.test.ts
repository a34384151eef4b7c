import { createSign, generateKeyPairSync } from 'node:crypto'
import type { FakeIdentity } from '@portico/program/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'
import { setOfficer } from '../by-hand.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVILEGES = {
  roles: ['permit_officer'],
  groups: ['permit_officer'],
  role: 'permit_officer',
  is_permit_officer: true,
  permissions: '*',
}
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same ID token with every privilege in it, and a valid signature. */
function resign(idToken: string): string {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as object
  const signed = `${part({ alg: 'RS256', kid: 'generous' })}.${part({ ...claims, ...PRIVILEGES })}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`
}

/** An identity service that adds privileges everywhere: to ID tokens, token responses and introspection. */
const generous =
  (identity: FakeIdentity): typeof globalThis.fetch =>
  async (input, init) => {
    const answer = await identity.fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (!answer.ok || pathname.endsWith('openid-configuration') || pathname.endsWith('revoke/')) return answer
    if (pathname.endsWith('jwks.json'))
      return Response.json({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'generous', alg: 'RS256', use: 'sig' }],
      })
    const body = (await answer.json()) as { id_token?: string }
    const idToken = body.id_token && { id_token: resign(body.id_token) }
    return Response.json({ ...body, ...PRIVILEGES, ...idToken })
  }

let stage: Stage
beforeAll(async () => {
  stage = await openStage(generous)
})
afterAll(() => stage.close())

const QUEUE = '/api/v1/officer/permits/'
const enter = (email: string, name: string) => stage.enter(stage.identity.addCitizen({ email, name }))
const idOf = async (bearer: string) => String((await stage.get('/api/v1/me/', bearer)).body['account_id'])
const decide = (permitId: unknown, decision: unknown, bearer: string) =>
  stage.post(`${QUEUE}${permitId}/decision/`, { decision }, bearer)
const apply = async (plate: string, bearer: string) =>
  (await stage.post('/api/v1/permits/', { plate, zone: 'harbour' }, bearer)).body['permit_id']
const makeOfficer = async (bearer: string) =>
  expect(await setOfficer(stage.database.url, await idOf(bearer), true)).toBe(true)

// proves: program-1.8-no-role-from-claim, threat-forced-link
test('no claim of the identity service makes anybody an officer, at any sign-in', async () => {
  const citizen = stage.identity.addCitizen({ email: 'sly@example.test' })
  for (const visit of ['first', 'second']) {
    const token = await stage.enter(citizen)
    await stage.clock.advance(31_000)
    expect((await stage.get('/api/v1/me/', token)).body['roles'], visit).toEqual([])
    expect((await stage.get(QUEUE, token)).body['code'], visit).toBe('not_an_officer')
  }
  const old = await stage.openOldAccount('sly.old@example.test')
  const linked = await stage.enter(stage.identity.addCitizen({ email: 'sly.two@example.test' }), {
    link: old,
  })
  expect((await stage.get('/api/v1/me/', linked)).body['roles']).toEqual([])
  const { rows } = await stage.database.pool.query('select from accounts where is_permit_officer')
  expect(rows).toEqual([])
})

test('a local command makes an officer, who sees what waits and decides; and an ordinary citizen again', async () => {
  const [ana, officer] = [await enter('ana@example.test', 'Ana'), await enter('otto@example.test', 'Otto')]
  const permit = await apply('ANA 1', ana)
  await makeOfficer(officer)
  expect((await stage.get('/api/v1/me/', officer)).body['roles']).toEqual(['permit_officer'])
  expect((await stage.get(QUEUE, officer)).body['permits']).toMatchObject([
    { plate: 'ANA 1', applicant: 'Ana' },
  ])
  expect(await decide(permit, 'granted', officer)).toMatchObject({ status: 200, body: { status: 'granted' } })
  expect((await stage.get('/api/v1/permits/', ana)).body['permits']).toMatchObject([{ status: 'granted' }])
  expect(await setOfficer(stage.database.url, await idOf(officer), false)).toBe(true)
  expect((await stage.get(QUEUE, officer)).status).toBe(403)
})

test('one of two officers decides, and the other gets 409; a refused citizen may apply again', async () => {
  const ben = await enter('ben@example.test', 'Ben')
  const officers = [await enter('o1@example.test', 'One'), await enter('o2@example.test', 'Two')]
  for (const officer of officers) await makeOfficer(officer)
  const permit = await apply('BEN 1', ben)
  const answers = await Promise.all(officers.map((officer) => decide(permit, 'refused', officer)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await apply('BEN 1', ben)).toEqual(expect.any(String))
})

test('a decision is refused: for citizens, on an own application, on an unknown one, and with an unknown word', async () => {
  const [citizen, officer] = [await enter('cy@example.test', 'Cy'), await enter('of@example.test', 'Of')]
  const permit = await apply('CY 1', citizen)
  expect((await decide(permit, 'granted', citizen)).status).toBe(403)
  await makeOfficer(officer)
  const own = await apply('OF 1', officer)
  expect((await decide(own, 'granted', officer)).body['code']).toBe('own_application')
  expect((await decide('00000000-0000-4000-8000-000000000000', 'granted', officer)).status).toBe(404)
  expect((await decide('nothing', 'granted', officer)).status).toBe(404)
  for (const word of ['applied', 'GRANTED', true, null])
    expect((await decide(permit, word, officer)).status).toBe(400)
  expect(await setOfficer(stage.database.url, 'nobody', true)).toBe(false)
})
