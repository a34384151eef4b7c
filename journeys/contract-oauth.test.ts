import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeAddress, newAttempt } from '../packages/identity/testing/program-flow.ts'
import { INTROSPECT, openWire, RECOVER, REGISTER, REVOKE, TOKEN, type Wire } from './wire.ts'

let wire: Wire

beforeAll(async () => {
  wire = await openWire()
})

afterAll(async () => {
  await wire?.close()
})

const text = expect.any(String)
const number = expect.any(Number)
const INACTIVE = { active: false }

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('contract 2.7: discovery names what there is, and nothing that is not supported (1.2, 1.3)', async () => {
  const { status, json } = await wire.send('/.well-known/openid-configuration')
  const at = (path: string) => wire.identity.baseUrl + path
  expect([status, json]).toMatchObject([
    200,
    {
      issuer: wire.identity.baseUrl,
      authorization_endpoint: at('/o/authorize/'),
      token_endpoint: at(TOKEN),
      jwks_uri: at('/o/.well-known/jwks.json'),
      userinfo_endpoint: at('/o/userinfo/'),
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    },
  ])
  for (const absent of ['registration_endpoint', 'end_session_endpoint', 'backchannel_logout_supported'])
    expect(json).not.toHaveProperty(absent)
})

test('contract 2.8: the key set holds public RSA keys and no private part', async () => {
  const { status, json } = await wire.send('/o/.well-known/jwks.json')
  expect(status).toBe(200)
  const keys = json['keys'] as Record<string, unknown>[]
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys)
    expect(key).toEqual({ kty: 'RSA', kid: text, n: text, e: text, alg: 'RS256', use: 'sig' })
})

test('contract 2.9, 2.10, 2.11, 2.12: what a code gives, and what its tokens say', async () => {
  const { status, json, headers } = await wire.sendForm(TOKEN, await wire.freshCode())
  expect([status, json]).toEqual([
    200,
    {
      access_token: text,
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: text,
      id_token: text,
      scope: 'openid profile email offline_access',
    },
  ])
  expect(headers.get('cache-control')).toContain('no-store')
  const [header, claims] = String(json['id_token'])
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  expect(header).toMatchObject({ alg: 'RS256', kid: text })
  expect(claims).toMatchObject({
    iss: wire.identity.baseUrl,
    sub: wire.citizen.subject,
    aud: wire.program.clientId,
    exp: number,
    iat: number,
    nonce: text,
    sid: text,
    security_version: 1,
    name: wire.citizen.fullName,
    email: wire.citizen.email,
    email_verified: true,
  })
  const about = {
    sub: wire.citizen.subject,
    name: wire.citizen.fullName,
    email: wire.citizen.email,
    email_verified: true,
  }
  const userinfo = await wire.send('/o/userinfo/', bearer(String(json['access_token'])))
  expect([userinfo.status, userinfo.json]).toEqual([200, { ...about, sid: text, security_version: 1 }])
  const introspected = await wire.sendForm(INTROSPECT, { token: String(json['access_token']) })
  expect([introspected.status, introspected.json]).toEqual([
    200,
    {
      active: true,
      ...about,
      phone_number: '',
      phone_number_verified: false,
      client_id: wire.program.clientId,
      scope: 'openid profile email offline_access',
      exp: number,
      sid: claims?.['sid'],
      security_version: 1,
    },
  ])
})

test('contract 4.1: revoke answers 200 for its own, foreign and unknown tokens, by every hint', async () => {
  const { json } = await wire.sendForm(TOKEN, await wire.freshCode())
  for (const fields of [
    { token: 'never issued' },
    { token: String(json['access_token']), token_type_hint: 'refresh_token' },
    { token: String(json['refresh_token']), token_type_hint: 'access_token' },
    { token: String(json['refresh_token']), token_type_hint: 'something else' },
  ])
    expect((await wire.sendForm(REVOKE, fields)).status).toBe(200)
  expect((await wire.sendForm(INTROSPECT, { token: String(json['access_token']) })).json).toEqual(INACTIVE)
  expect((await wire.sendForm(REVOKE, {})).status).toBe(400)
})

test.each([
  ['no token', undefined],
  ['an unknown token', 'nothing'],
])('contract 4.1: userinfo is 401 with a challenge for %s', async (_name, token) => {
  const answer = await wire.send('/o/userinfo/', token === undefined ? {} : bearer(token))
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
})

describe('contract 4.1: authorize', () => {
  const ask = (changes: Readonly<Record<string, string>> = {}) =>
    wire.send(authorizeAddress(newAttempt(wire.program, changes)))

  test('302 to the sign-in page for a good request', async () => {
    const { status, headers } = await ask()
    expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^\/login\/\?resume=/)])
  })

  test.each(['client_id', 'redirect_uri'])('400 without %s, and no redirect', async (name) => {
    const { status, headers } = await ask({ [name]: '' })
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test('400 for a callback that is registered but for one character', async () => {
    const { status, headers } = await ask({ redirect_uri: wire.program.redirectUri.slice(0, -1) })
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test.each([
    ['response_type', 'invalid_request'],
    ['scope', 'invalid_scope'],
    ['state', 'invalid_request'],
    ['nonce', 'invalid_request'],
    ['code_challenge', 'invalid_request'],
    ['code_challenge_method', 'invalid_request'],
  ])('without %s the program is told %s at its callback', async (name, error) => {
    const { status, headers } = await ask({ [name]: '' })
    const location = new URL(headers.get('location') ?? '')
    expect([status, location.origin + location.pathname]).toEqual([302, wire.program.redirectUri])
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, iss: wire.identity.baseUrl })
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'profile' }, 'invalid_scope'],
  ])('%o is %s (1.2, 1.3)', async (changes, error) => {
    const { headers } = await ask(changes as Record<string, string>)
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe(error)
  })
})

test('contract 4.1: other methods are 405 with Allow, misspelt paths of the API 404 as JSON', async () => {
  for (const [path, method] of [
    [REGISTER, 'GET'],
    [RECOVER, 'PUT'],
    [TOKEN, 'GET'],
    [REVOKE, 'GET'],
    [INTROSPECT, 'GET'],
    ['/api/health/', 'POST'],
    ['/.well-known/openid-configuration', 'POST'],
  ] as const) {
    const answer = await wire.send(path, { method })
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, text])
  }
  for (const path of ['/api/v1/accounts/register', '/o/token', '/api/health', '/o/nothing/'])
    expect([path, (await wire.send(path)).status, (await wire.send(path)).type]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
  const page = await wire.send('/register')
  expect([page.status, page.headers.get('location')]).toEqual([308, '/register/'])
})
