import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ForgeIdToken } from '../../../program/src/testing/index.ts'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type Answered, type Asked, type GateStage, openStage } from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

const BASE = 'https://permits.example.test'
const HOST = 'permits.example.test'
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const OWN = { origin: BASE, 'sec-fetch-site': 'same-origin' }
const PATHS = { GATE_RECENT_SIGN_IN_PATHS: '/pay=10 /account/close=5' }

/** The spellings that a router somewhere takes for `/pay`. */
const SPELLINGS = [
  ...['/PAY', '/pay/', '/pay.json', '/%70ay', '/p%61y?x=1', '/pay/now', '/pay.', '/pay%20'],
  ...[
    '//pay',
    '/./pay',
    '/x/../pay',
    '/x/%2e%2e/pay',
    '/x%2fpay',
    '/pay;a=1',
    '/;/pay',
    '/\\pay',
    '/x%5cpay',
  ],
  ...[
    '/%2570ay',
    '/pay%00',
    '/p%C2%ADay',
    '/%EF%BD%90ay',
    '/%C0%AFpay',
    '/p%E4y',
    '/public/../pay',
    '/public//pay',
  ],
]

/** The citizen has signed in at the identity service an hour ago. */
const anHourAgo: ForgeIdToken = ({ claims, keys }) =>
  keys.sign({ ...claims, auth_time: Number(claims['iat']) - 3600 })

async function signInLongAgo(stage: GateStage): Promise<string> {
  stage.served.identity.forgeNextIdToken(anHourAgo)
  return stage.signIn()
}

/** Follows the redirect of a page that needs a newer sign-in, to its end. */
async function signInAgain(stage: GateStage, location: string, subject: string): Promise<Response> {
  const begun = await stage.browser.open(location.slice(BASE.length))
  const callback = await stage.served.identity.authorize(begun.headers.get('location') ?? '', { subject })
  return stage.browser.open(callback, { 'sec-fetch-site': 'cross-site' })
}

const outcome = ({ status, body }: Answered) =>
  body.startsWith('{') ? `${status} ${(JSON.parse(body) as { code: string }).code}` : String(status)

/** How each proxy asks about a request. */
const PROXIES: Readonly<Record<string, (url: string, method: string, path: string) => Asked>> = {
  nginx: byHeaders('x-original'),
  traefik: byHeaders('x-forwarded'),
  caddy: byHeaders('x-forwarded'),
  envoy: (url, method) => ({ method, path: `/gate/ext-authz${url}`, headers: { host: HOST } }),
}

function byHeaders(family: string) {
  return (url: string, method: string, path: string): Asked => ({
    path,
    headers: { [`${family}-method`]: method, [`${family}-uri`]: url, [`${family}-host`]: HOST },
  })
}

// proves: program-gate-recent-sign-in
describe.each(Object.keys(PROXIES))('asked by %s', (proxy) => {
  let stage: GateStage
  let subject: string
  beforeAll(async () => {
    stage = await openStage({ GATE_PROXY: proxy, ...PATHS })
    subject = await signInLongAgo(stage)
  })
  afterAll(() => stage.close())

  const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const send = (path: string) => {
      const asked = PROXIES[proxy]?.(url, method, path) ?? { path }
      return stage.ask({ ...asked, headers: { ...stage.browser.headers(), ...asked.headers, ...headers } })
    }
    const answered = await send('/gate/auth')
    // nginx makes 500 of everything but 2xx, 401 and 403, so it asks for the refusal itself.
    if (proxy !== 'nginx' || answered.status === 200) return answered
    expect([answered.status, answered.body]).toEqual([401, ''])
    return send('/gate/refusal')
  }

  test('other paths are let through', async () => {
    for (const url of ['/permits', '/payments', '/permits?then=/pay'])
      expect((await ask(url)).status).toBe(200)
  })

  test.each(['/pay', ...SPELLINGS])('a script gets no identity for %s', async (url) => {
    const answered = await ask(url)
    expect(outcome(answered)).toBe('401 insufficient_user_authentication')
    expect(answered.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
    expect(answered.headers.get('x-portico-identity')).toBeNull()
    expect(answered.headers.get('location')).toBeNull()
  })

  test.each([
    ['a form', 'POST', { ...PAGE, ...OWN }],
    ['a method of its own', 'PROPFIND', OWN],
    ['a WebSocket', 'GET', { ...OWN, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }],
    ['a path in another header', 'GET', { 'x-rewrite-url': '/pay' }],
    ['a path in a header with underscores', 'GET', { x_original_url: '/pay' }],
    ['an address in another header', 'GET', { 'x-original-url': 'https://permits.example.test/pay' }],
  ])('%s gets 401', async (what, method, headers) => {
    const url = what.includes('header') ? '/permits' : '/pay'
    expect(outcome(await ask(url, headers, method))).toBe('401 insufficient_user_authentication')
  })

  test('a session that cannot be checked is 503, and nobody is 401, whatever the path asks for', async () => {
    expect(outcome(await ask('/pay', { cookie: 'x=1' }))).toBe('401 missing_token')
    const page = await ask('/pay', { ...PAGE, cookie: 'x=1' })
    expect(page.headers.get('location')).toBe(`${BASE}/api/v1/sso/login?return_to=%2Fpay`)
  })

  test('a path that refuses nobody has no identity', async () => {
    if (proxy === 'envoy') return
    const asked = PROXIES[proxy]?.('/pay', 'GET', '/gate/optional') ?? { path: '' }
    const answered = await stage.ask({ ...asked, headers: { ...stage.browser.headers(), ...asked.headers } })
    expect([answered.status, answered.headers.get('x-portico-identity')]).toEqual([200, null])
  })

  test('a page is redirected to sign in again, and is then let through', async () => {
    const refused = await ask('/pay?amount=5', PAGE)
    const location = refused.headers.get('location') ?? ''
    expect([refused.status, new URL(location).searchParams.get('max_age')]).toEqual([303, '570'])
    expect((await ask('/permits')).status).toBe(200)
    const landed = await signInAgain(stage, location, subject)
    expect(landed.headers.get('location')).toBe(`${BASE}/pay?amount=5`)
    for (const url of ['/pay?amount=5', '/account/close', ...SPELLINGS])
      expect((await ask(url)).status).toBe(200)
  })
})

// proves: program-gate-recent-sign-in
describe('a gate that is the proxy', () => {
  let stage: GateStage
  let backEnd: EchoBackEnd
  let subject: string
  beforeAll(async () => {
    backEnd = await startEcho()
    stage = await openStage({
      GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
      GATE_PUBLIC_PATHS: '/public/* /account/*',
      GATE_OPTIONAL_PATHS: '/pay /PAY/*',
      ...PATHS,
    })
    subject = await signInLongAgo(stage)
  })
  afterAll(async () => {
    await stage.close()
    await backEnd.close()
  })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    stage.ask({ path, headers: { host: HOST, ...stage.browser.headers(), ...headers } })

  test.each(['/pay', '/account/close', ...SPELLINGS])('passes nothing on for %s', async (path) => {
    const before = backEnd.arrived.length
    const answered = await ask(path)
    expect(outcome(answered)).toMatch(/^401 insufficient_user_authentication$|^400 unclear_request$/)
    expect(backEnd.arrived).toHaveLength(before)
  })

  test.each(['GET http://permits.example.test/pay', 'GET /pay#x', 'GET /p\u00e4y', 'GET pay', 'GET /pa y'])(
    'passes nothing on for the raw request line %s',
    async (line) => {
      const before = backEnd.arrived.length
      const cookie = stage.browser.headers()['cookie'] ?? ''
      const words = `${line} HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
      expect(await sendRaw(stage, words)).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(backEnd.arrived).toHaveLength(before)
    },
  )

  test('opens no WebSocket', async () => {
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n`
    const cookie = `Cookie: ${stage.browser.headers()['cookie']}\r\nOrigin: ${BASE}\r\n`
    const words = `GET /pay/socket HTTP/1.1\r\nHost: ${HOST}\r\n${cookie}${upgrade}\r\n`
    expect(await sendRaw(stage, words)).toMatch(/^HTTP\/1\.1 401 .*insufficient_user_authentication/s)
    expect(backEnd.open.size).toBe(0)
  })

  test('lets other pages through, and a visitor to public ones beside it', async () => {
    expect((await ask('/permits')).status).toBe(200)
    expect((await ask('/account/open', { cookie: 'x=1' })).status).toBe(200)
    expect((await ask('/account/close', { cookie: 'x=1' })).status).toBe(401)
  })

  test('passes the page on after a new sign-in', async () => {
    const refused = await ask('/account/close', PAGE)
    const location = refused.headers.get('location') ?? ''
    expect([refused.status, new URL(location).searchParams.get('max_age')]).toEqual([303, '270'])
    expect((await signInAgain(stage, location, subject)).status).toBe(303)
    expect((await ask('/account/close')).status).toBe(200)
    expect(backEnd.arrived.at(-1)?.url).toBe('/account/close')
  })
})

// proves: program-gate-recent-sign-in
describe('a path that asks for a second factor', () => {
  let backEnd: EchoBackEnd
  let stage: GateStage
  beforeAll(async () => {
    backEnd = await startEcho()
    stage = await openStage({
      GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
      GATE_RECENT_SIGN_IN_PATHS: '/admin=two-factors /keys=10+passkey',
    })
  })
  afterAll(async () => {
    await stage.close()
    await backEnd.close()
  })

  const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
  const signInWithClass = async (acr: string) => {
    stage.served.identity.forgeNextIdToken(({ claims, keys }) => keys.sign({ ...claims, acr }))
    return stage.signIn()
  }
  const open = async (path: string, headers: Record<string, string> = {}) =>
    stage.ask({ path, headers: { host: HOST, ...stage.browser.headers(), ...headers } })

  test.each([
    ['a password', 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', [401, 401, 401, 200]],
    ['two factors', MULTI_FACTOR, [200, 401, 401, 200]],
    ['a passkey', 'phr', [200, 200, 200, 200]],
    ['a class that nobody knows', 'strong', [401, 401, 401, 200]],
  ])('with %s', async (_how, acr, expected) => {
    await signInWithClass(acr)
    const statuses = []
    for (const path of ['/admin/users', '/keys', '/x/../admin', '/permits'])
      statuses.push((await open(path)).status)
    expect(statuses).toEqual(expected)
  })

  test('a page is redirected to a sign-in that asks for it', async () => {
    await signInWithClass('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport')
    const location = (await open('/keys', PAGE)).headers.get('location') ?? ''
    expect(new URL(location).searchParams.get('acr_values')).toBe('phr phrh')
    expect(new URL(location).searchParams.get('return_to')).toBe('/keys')
  })
})
