import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Asked, type GateStage, openStage } from '../../testing/gate-stage.ts'

const BASE = 'https://permits.example.test'
const HOST = 'permits.example.test'
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const OWN = { origin: BASE, 'sec-fetch-site': 'same-origin' }

interface Original {
  readonly method?: string
  readonly url?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** How each proxy asks about a request. */
const PROXIES: Readonly<Record<string, (original: Original, path?: string) => Asked>> = {
  nginx: (original, path = '/gate/auth') => byHeaders('x-original', original, path),
  traefik: (original, path = '/gate/auth') => byHeaders('x-forwarded', original, path),
  caddy: (original, path = '/gate/auth') => byHeaders('x-forwarded', original, path),
  envoy: ({ method = 'GET', url = '/permits', host = HOST, headers = {} }) => ({
    method,
    path: `/gate/ext-authz${url}`,
    headers: { host, ...headers },
  }),
}

function byHeaders(family: string, original: Original, path: string): Asked {
  const { method = 'GET', url = '/permits', host = HOST, headers = {} } = original
  return {
    path,
    headers: { [`${family}-method`]: method, [`${family}-uri`]: url, [`${family}-host`]: host, ...headers },
  }
}

const outcome = ({ status, body }: Answered) =>
  body.startsWith('{') ? `${status} ${(JSON.parse(body) as { code: string }).code}` : String(status)

// proves: program-gate-trusted-proxy, program-gate-codes, program-gate-cross-site, program-gate-signed-identity
describe.each(Object.keys(PROXIES))('asked by %s', (proxy) => {
  let stage: GateStage
  let subject: string
  const ask = (original: Original, path?: string) => {
    const asked = PROXIES[proxy]?.(original, path)
    if (!asked) throw new Error(proxy)
    return stage.ask({ ...asked, headers: { ...stage.browser.headers(), ...asked.headers } })
  }
  const stranger = (original: Original, path?: string) =>
    ask({ ...original, headers: { ...original.headers, cookie: 'x=1' } }, path)
  /** nginx makes 500 of everything else, so it gets 401 and asks for the refusal. */
  const refusalOf = async (original: Original, as = ask) => {
    const answered = await as(original)
    if (proxy !== 'nginx') return answered
    expect([answered.status, answered.body]).toEqual([401, ''])
    return as(original, '/gate/refusal')
  }

  beforeAll(async () => {
    stage = await openStage({ GATE_PROXY: proxy, GATE_CHECK_SECONDS: '1' })
    subject = await stage.signIn()
  })
  afterAll(() => stage.close())

  test('a citizen is let through with a signed identity that the published keys verify', async () => {
    const answered = await ask({ method: 'GET', url: '/permits?page=2' })
    expect([answered.status, answered.body]).toEqual([200, ''])
    expect(answered.headers.get('cache-control')).toBe('no-store')
    const token = answered.headers.get('x-portico-identity') ?? ''
    const published = await stage.ask({ path: '/gate/jwks.json' })
    const keys = JSON.parse(published.body) as JSONWebKeySet
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: BASE, audience: BASE })
    expect(payload).toMatchObject({ sub: subject, name: 'Ana Žižka', email: 'ana@example.test' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: keys.keys[0]?.kid })
    expect(Object.keys(keys.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const headers = [...answered.headers.keys()].filter((name) => name.startsWith('x-portico'))
    expect(headers).toEqual(['x-portico-identity'])
  })

  test('the answer has the cookies for the back end, where the proxy cannot edit them itself', async () => {
    const own = stage.browser.headers()['cookie'] ?? ''
    const cookieOf = async (cookie: string) => (await ask({ headers: { cookie } })).headers.get('cookie')
    const edits = proxy !== 'caddy'
    expect(await cookieOf(`a=1; ${own}; __Host-portico-login-x=y; b=2`)).toBe(edits ? 'a=1; b=2' : null)
    // Envoy keeps the visitor's line if the answer has none.
    expect(await cookieOf(own)).toBe(proxy === 'envoy' ? '' : null)
  })

  test('a page without a session is redirected to sign in, and leads back', async () => {
    const answered = await refusalOf({ url: '/permits?page=2', headers: PAGE }, stranger)
    expect(answered.status).toBe(303)
    expect(answered.headers.get('location')).toBe(`${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fpage%3D2`)
  })

  test.each([
    ['a script without a session', {}, {}],
    ['a form without a session', { method: 'POST' }, PAGE],
    ['an image', {}, { accept: 'image/*', 'sec-fetch-mode': 'no-cors' }],
  ])('%s gets 401 in JSON and no redirect', async (_what, original, headers) => {
    const answered = await refusalOf({ ...original, headers }, stranger)
    expect(outcome(answered)).toBe('401 missing_token')
    expect(answered.headers.get('location')).toBeNull()
  })

  test.each([
    ['POST', FOREIGN],
    ['DELETE', FOREIGN],
    ['PATCH', { 'sec-fetch-site': 'same-site', origin: 'https://neighbour.example.test' }],
    ['POST', {}],
    ['PROPFIND', {}],
    ['POST', { origin: 'null' }],
    ['GET', { ...FOREIGN, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }],
    ['GET', { ...FOREIGN, 'sec-fetch-mode': 'websocket' }],
    ['GET', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }],
    ['GET', { ...FOREIGN, 'x-http-method-override': 'DELETE' }],
    ['GET', { 'x-method-override': 'POST' }],
    ['GET', { ...FOREIGN, x_http_method_override: 'DELETE' }],
    ['GET', { ...FOREIGN, 'x-http_method': 'DELETE' }],
  ])('%s from elsewhere does not count as the citizen: %o', async (method, headers) => {
    expect(outcome(await refusalOf({ method, headers }))).toBe('401 cross_site_request')
  })

  test.each([
    ['POST', OWN],
    ['GET', FOREIGN],
    ['GET', { ...OWN, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }],
    ['GET', { ...OWN, 'x-http-method-override': 'DELETE' }],
  ])('%s with %o counts', async (method, headers) => {
    expect((await ask({ method, headers })).status).toBe(200)
  })

  test.each([
    ['another host', { host: 'evil.example' }, 421],
    ['a host below the own one', { host: `a.${HOST}` }, 421],
    ['another port', { host: `${HOST}:8443` }, 421],
    ['no host', { host: '' }, 421],
    ['a path that is none', { url: 'https://evil.example/' }, 500],
    ['no method', { method: '' }, 500],
    ['two methods', { method: 'GET, POST' }, 500],
  ])('%s is refused before any session is looked at', async (what, original, status) => {
    if (proxy === 'envoy' && /path|method/.test(what)) return
    const answered = await ask(original)
    expect(answered.status).toBe(status)
    expect(answered.headers.get('x-portico-identity')).toBeNull()
  })

  test('the port that the scheme implies belongs to the host, and its letters may be capital', async () => {
    expect((await ask({ host: `${HOST.toUpperCase()}:443` })).status).toBe(200)
  })

  test.skipIf(proxy === 'envoy')(
    'headers of another kind of proxy are the visitor’s own, and change nothing',
    async () => {
      const other = proxy === 'nginx' ? 'x-forwarded' : 'x-original'
      const lies = { [`${other}-method`]: 'GET', [`${other}-uri`]: '/public', [`${other}-host`]: HOST }
      expect(outcome(await refusalOf({ method: 'POST', headers: { ...lies, ...FOREIGN } }))).toBe(
        '401 cross_site_request',
      )
      const alone = await stage.ask({ path: '/gate/auth', headers: { ...stage.browser.headers(), ...lies } })
      expect(alone.status).toBe(500)
    },
  )

  test.skipIf(proxy === 'envoy').each(['method', 'uri', 'host'])(
    'two headers for the %s are refused',
    async (part) => {
      const family = proxy === 'nginx' ? 'x-original' : 'x-forwarded'
      const twice = { method: ['GET', 'POST'], uri: ['/a', '/b'], host: [HOST, 'evil.example'] }[part] ?? []
      expect((await ask({ headers: { [`${family}-${part}`]: twice } })).status).toBe(500)
    },
  )

  test.each([
    '//evil.example/',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/api/v1/sso/login',
    '/a\u0009b',
  ])('a sign-in does not lead to %s', async (url) => {
    const sent = url.replace('\t', '%09')
    const answered = await refusalOf({ url: sent, headers: PAGE }, stranger)
    expect(answered.status).toBe(303)
    expect(answered.headers.get('location')).toBe(`${BASE}/api/v1/sso/login`)
  })

  test.each([
    [
      'two cookies',
      async () => `${stage.browser.headers()['cookie']}; ${stage.browser.headers()['cookie']}`,
      '401 token_unknown',
    ],
    ['a bearer token as cookie', async () => '__Host-portico=ppa_abc', '401 token_unknown'],
    ['a cookie of nobody', async () => `__Host-portico=ppc_${'A'.repeat(64)}`, '401 token_unknown'],
    [
      'a cookie without the prefix',
      async () => (stage.browser.headers()['cookie'] ?? '').replace('__Host-', ''),
      '401 missing_token',
    ],
  ])('%s is nobody', async (_what, cookie, expected) => {
    const value = await cookie()
    const answered = await refusalOf({ headers: { cookie: value } })
    expect(outcome(answered)).toBe(expected)
  })

  test('during an outage it is 503 with Retry-After, never 401, and afterwards the same cookie works', async () => {
    expect((await ask({})).status).toBe(200)
    stage.served.identity.outage('500')
    const refused = async () => {
      const answered = await ask({})
      return answered.status === 200 ? undefined : answered
    }
    await expect.poll(refused).toBeDefined()
    const answered = proxy === 'nginx' ? await ask({}, '/gate/refusal') : await refused()
    expect(answered && outcome(answered)).toBe('503 identity_unavailable')
    expect(answered?.headers.get('retry-after')).toMatch(/^\d+$/)
    const page = await refusalOf({ headers: PAGE })
    expect([page.status, page.headers.get('location')]).toEqual([503, null])
    stage.served.identity.outage('off')
    await expect.poll(async () => (await ask({})).status).toBe(200)
  })

  test('when the central session ends, the next check is 401', async () => {
    stage.served.identity.endCentralSession(subject)
    await expect.poll(async () => (await ask({})).status).toBe(401)
    expect(outcome(await refusalOf({}))).toBe('401 session_ended')
    subject = await stage.signIn()
    expect((await ask({})).status).toBe(200)
  })
})

// proves: program-gate-trusted-proxy
describe('a caller whose address is not trusted', () => {
  test('is told nothing about a session, and is logged once', async () => {
    const stage = await openStage({ GATE_PROXY: 'nginx', SSO_TRUSTED_PROXIES: '10.1.2.3 fd00::/8' })
    await stage.signIn()
    const headers = { ...stage.browser.headers(), ...PROXIES['nginx']?.({}).headers }
    for (const path of ['/gate/auth', '/gate/optional', '/gate/refusal']) {
      const answered = await stage.ask({ path, headers: { ...headers, 'x-forwarded-for': '10.1.2.3' } })
      expect([answered.status, answered.headers.get('x-portico-identity')]).toEqual([403, null])
    }
    expect(stage.logged.filter((line) => line.includes('untrusted_address'))).toHaveLength(1)
    await stage.close()
  })
})

describe('what refuses nobody', () => {
  test('fills in the citizen, and lets a visitor and an outage pass without one', async () => {
    const stage = await openStage({
      GATE_PROXY: 'caddy',
      GATE_CHECK_SECONDS: '1',
      GATE_PLAIN_HEADERS: 'subject',
    })
    const subject = await stage.signIn()
    const asked = PROXIES['caddy']?.({}, '/gate/optional')
    const ask = (cookies: Record<string, string>) =>
      stage.ask({ path: '/gate/optional', headers: { ...asked?.headers, ...cookies } })
    expect((await ask(stage.browser.headers())).headers.get('x-portico-subject')).toBe(subject)
    const visitor = await ask({})
    expect([visitor.status, visitor.headers.get('x-portico-subject')]).toEqual([200, null])
    stage.served.identity.outage('500')
    await expect
      .poll(async () => (await ask(stage.browser.headers())).headers.get('x-portico-subject'))
      .toBeNull()
    expect((await ask(stage.browser.headers())).status).toBe(200)
    await stage.close()
  })
})
