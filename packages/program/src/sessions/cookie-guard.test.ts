import { beforeEach, describe, expect, test } from 'vitest'
import { browserOf, type CookieBrowser, signInWith } from '../../testing/cookie-browser.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

const COOKIE = '__Host-portico'

let program: TestProgram
let browser: CookieBrowser
let subject: string

beforeEach(async () => {
  program = testProgram({ cookies: {} })
  browser = browserOf(program.sso)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  subject = citizen.subject
  await signInWith(browser, (url) => program.identity.authorize(url, citizen))
})

type Headers = Record<string, string | string[] | undefined>
/** What a request with the cookie is answered. */
const ask = async (method: string | undefined, headers: Headers = {}) => {
  const request = { headers: { ...browser.headers(), ...headers }, method }
  const result = await program.sso.authenticate(request)
  return result.status === 'ok' ? 'ok' : `${result.http} ${result.code}`
}

describe('a cookie', () => {
  test.each(['GET', 'HEAD', 'OPTIONS'])('counts for %s from everywhere', async (method) => {
    expect(await ask(method)).toBe('ok')
    expect(await ask(method, { 'sec-fetch-site': 'cross-site' })).toBe('ok')
  })

  const UNSAFE: [string, Headers, string][] = [
    ['the own page', { 'sec-fetch-site': 'same-origin' }, 'ok'],
    ['the own page, as an older browser says it', { origin: BASE }, 'ok'],
    [
      'the own page without a referrer, so that the origin is null',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      'ok',
    ],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, ''],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: BASE }, ''],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }, ''],
    ['a neighbour with our origin', { 'sec-fetch-site': 'same-site', origin: BASE }, ''],
    ['the address line', { 'sec-fetch-site': 'none' }, ''],
    ['a header twice', { 'sec-fetch-site': ['same-origin', 'same-origin'] }, ''],
    ['a header with two values', { 'sec-fetch-site': 'same-origin, cross-site' }, ''],
    ['a header in another case', { 'sec-fetch-site': 'Same-Origin' }, ''],
    ['nobody knows where', {}, ''],
    ['a sandbox', { origin: 'null' }, ''],
    ['an empty origin', { origin: '' }, ''],
    ['http instead of https', { origin: BASE.replace('https', 'http') }, ''],
    ['another port', { origin: `${BASE}:8443` }, ''],
    ['a longer host', { origin: `${BASE}.evil.example` }, ''],
    ['a host below', { origin: BASE.replace('permits.', 'evil.permits.') }, ''],
    ['two origins', { origin: `${BASE} https://evil.example` }, ''],
    ['an origin with a path', { origin: `${BASE}/` }, ''],
    ['an own referrer alone', { referer: `${BASE}/permits` }, ''],
    ['a method that it overrides', { 'x-http-method-override': 'GET' }, ''],
  ]
  // proves: program-cookie-own-pages
  describe.each(['POST', 'PUT', 'PATCH', 'DELETE', 'get', 'PROPFIND', undefined])('for %s', (method) => {
    test.each(UNSAFE)('from %s', async (_where, headers, expected) => {
      expect(await ask(method, headers)).toBe(expected || '401 cross_site_request')
    })
  })

  test('does not make a request of another site a sign-out', async () => {
    expect(await ask('POST', { 'sec-fetch-site': 'cross-site' })).toBe('401 cross_site_request')
    const result = await program.sso.authenticate({ headers: browser.headers(), method: 'POST' })
    expect(result).toMatchObject({ clearLocal: false })
    expect(await ask('GET')).toBe('ok')
  })

  // proves: program-cookie-own-pages
  test('opens a WebSocket only for the own page, although it begins with GET', async () => {
    const upgrade = { upgrade: 'websocket', connection: 'Upgrade' }
    expect(await ask('GET', { ...upgrade, origin: BASE })).toBe('ok')
    for (const own of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${BASE}.evil.example` },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ])
      expect(await ask('GET', { ...upgrade, ...own })).toBe('401 cross_site_request')
  })
})

describe('a value that is no cookie of this program', () => {
  const cookie = (value: string) => program.sso.authenticate({ headers: { cookie: value }, method: 'GET' })
  const codeOf = async (value: string) => {
    const result = await cookie(value)
    return result.status === 'ok' ? 'ok' : result.code
  }

  // proves: program-cookie-no-bearer
  test('is refused: tokens of an app, another form, another case of the name, two cookies', async () => {
    const value = browser.jar.get(COOKIE) ?? ''
    const other = program.identity.addCitizen({ email: 'bo@example.test' })
    const app = await signInThrough(program.sso, program.identity, other)
    expect(await codeOf(`${COOKIE}=${value}`)).toBe('ok')
    expect(await codeOf(`a=b; ${COOKIE}=${value}; c=d`)).toBe('ok')
    expect(await codeOf(`${COOKIE}=${app.accessToken}`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=${app.refreshToken}`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=ppc_${'A'.repeat(43)}`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}="${value}"`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=${value}x`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=${value}; ${COOKIE}=${value}`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=x; ${COOKIE}=${value}`)).toBe('token_unknown')
    expect(await codeOf(`${COOKIE}=${value}, ${COOKIE}=${value}`)).toBe('token_unknown')
    expect(await codeOf(`portico=${value}`)).toBe('missing_token')
    expect(await codeOf(`__host-portico=${value}`)).toBe('missing_token')
    expect(await codeOf(`${COOKIE}-login-x=${value}`)).toBe('missing_token')
  })

  // A browser sends such a name for another host below the domain: for it, the name has no prefix.
  test.each(['\u00a0', '\ufeff', '\u2003', '\u3000', '\u2028', '\v', '\f'])(
    'is refused: the name with the space %j before or after it',
    async (space) => {
      const value = browser.jar.get(COOKIE) ?? ''
      expect(await codeOf(`${space}${COOKIE}=${value}`)).toBe('missing_token')
      expect(await codeOf(`${COOKIE}${space}=${value}`)).toBe('missing_token')
      expect(await codeOf(`${COOKIE}=${value}; ${space}${COOKIE}=tossed`)).toBe('ok')
      expect(await codeOf(` \t${COOKIE} =\t${value}`)).toBe('ok')
    },
  )

  // proves: program-cookie-no-bearer
  test('a cookie is no bearer, and no refresh token', async () => {
    const value = browser.jar.get(COOKIE) ?? ''
    const headers = { authorization: `Bearer ${value}` }
    expect(await program.sso.authenticate({ headers })).toMatchObject({ code: 'wrong_token_type' })
    const refreshed = await program.ask('POST', 'refresh/', { body: { refresh_token: value } })
    expect(refreshed.status).toBe(401)
  })

  test('a bearer decides alone, whatever cookie comes with it', async () => {
    const other = program.identity.addCitizen({ email: 'bo@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, other)
    const both = { headers: browser.headers({ authorization: `Bearer ${accessToken}` }), method: 'POST' }
    expect(await program.sso.authenticate(both)).toMatchObject({ account: { email: 'bo@example.test' } })
    const bad = { headers: browser.headers({ authorization: 'Bearer x' }), method: 'GET' }
    expect(await program.sso.authenticate(bad)).toMatchObject({ code: 'wrong_token_type' })
  })
})

describe('the session of a cookie', () => {
  test('is checked centrally every thirty seconds of use, by one of many requests at the same time', async () => {
    await program.clock.advance(30_000)
    const before = program.identity.log.length
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET')))
    expect(new Set(answers)).toEqual(new Set(['ok']))
    const asked = program.identity.log.slice(before).filter(({ path }) => path.includes('introspect'))
    expect(asked).toHaveLength(1)
  })

  // proves: program-cookie-parallel
  test('outlives the central access token: parallel requests renew it once, and nobody is signed out', async () => {
    for (let quarter = 0; quarter < 8; quarter += 1) {
      await program.clock.advance(16 * 60_000)
      const before = program.identity.log.length
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('GET')))
      expect(new Set(answers)).toEqual(new Set(['ok']))
      const renewed = program.identity.log.slice(before).filter(({ path }) => path === '/o/token/')
      expect(renewed).toHaveLength(1)
    }
  })

  test('ends with the central session', async () => {
    program.identity.endCentralSession(subject)
    await program.clock.advance(30_000)
    expect(await ask('GET')).toBe('401 session_ended')
  })

  test('ends after fourteen days', async () => {
    await program.clock.advance(14 * 86_400_000)
    expect(await ask('GET')).toBe('401 session_expired')
  })

  test.each(['refused', 'timeout', '500', '429'] as const)('survives an outage: %s', async (kind) => {
    await program.clock.advance(30_000)
    program.identity.outage(kind)
    expect(await ask('GET')).toBe('503 identity_unavailable')
    program.identity.outage('off')
    await program.clock.advance(10_000)
    expect(await ask('GET')).toBe('ok')
  })

  test('is listed and revoked as the session of an app is', async () => {
    const [account] = [...program.accounts.all.keys()]
    const [session] = await program.sso.sessions.list(account ?? '')
    expect(await program.sso.sessions.revoke(session?.id ?? '')).toBe(true)
    expect(await ask('GET')).toBe('401 session_revoked')
  })
})
