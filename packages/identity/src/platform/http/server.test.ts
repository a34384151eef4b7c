import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { oauthProblemReply } from '../../oauth/index.ts'
import { html, inlineStyle, PageDocument } from '../html.ts'
import type { LogFields } from '../log.ts'
import { DatabaseUnavailable } from '../postgres/database.ts'
import { systemRandom } from '../system-random.ts'
import { trustedProxies } from './client-address.ts'
import { cookieJar } from './cookies.ts'
import { inject } from './inject.fixture.ts'
import { API, OAUTH } from './operation.fixture.ts'
import { PROBLEM_STATUS } from './problem.ts'
import { rawRequest, sendRaw } from './raw-http.fixture.ts'
import { json, page, redirect, refusingPage } from './reply.ts'
import { route } from './route.ts'
import { createServer, type ServerNeeds } from './server.ts'
import { smallPage } from './small-page.fixture.ts'

const SECRET = 'a-code-that-must-not-be-logged'
const lines: string[] = []
const counted: string[] = []
let base = ''
let server: ReturnType<typeof createServer>

const note = (level: string) => (event: string, fields?: LogFields) =>
  void lines.push(JSON.stringify({ level, event, ...fields }))

const bug = (): never => {
  throw new TypeError('a bug with internals in its message')
}
const outage = (): never => {
  throw new DatabaseUnavailable('The database cannot be reached')
}

let took = 0
let lastTook = 0
const takesTime = async () => {
  const since = performance.now()
  await setTimeout(5)
  took = performance.now() - since
  return json(200, {})
}

const STYLE = inlineStyle('p { margin: 0 }\n'.repeat(50))

const needs: ServerNeeds = {
  routes: [
    route('GET', '/page/', 'page', () => page(smallPage(html`<p>page</p>`))),
    route('POST', '/page/', 'page', (http) => json(200, { ok: http.form().ok })),
    route('GET', '/styled/', 'page', () =>
      page(new PageDocument(html`<p>before</p>${STYLE.element}<p>after</p>`, STYLE)),
    ),
    route('GET', '/plain/', 'page', () => page(smallPage(html`<p>plain</p>`))),
    route('POST', '/only-post/', 'page', () => redirect(303, '/page/')),
    { ...route('GET', '/effect/', 'page', () => page(smallPage(html`x`))), head: 'refused' },
    route('GET', '/api/thing/', API, (http) => json(200, { address: http.address, query: http.rawQuery })),
    {
      ...route('POST', '/api/small/', API, (http) => json(200, { ok: http.json().ok })),
      bodyLimitBytes: 100,
    },
    route('GET', '/api/slow/', API, takesTime),
    route('POST', '/o/thing/', OAUTH, (http) => json(200, { ok: http.form().ok })),
    route('GET', '/page/bug/', 'page', bug),
    route('GET', '/api/bug/', API, bug),
    route('POST', '/o/bug/', OAUTH, bug),
    route('GET', '/page/late-bug/', 'page', () => Promise.reject(new Error('late'))),
    route('GET', '/page/odd-bug/', 'page', () => Promise.reject(undefined)),
    route('GET', '/page/outage/', 'page', outage),
    route('GET', '/api/outage/', API, outage),
    route('POST', '/o/outage/', OAUTH, outage),
  ],
  log: { info: note('info'), warn: note('warn'), error: note('error') },
  random: systemRandom,
  cookies: cookieJar('http://localhost'),
  trustedProxies: trustedProxies([]),
  https: false,
  problemReplies: {
    page: (problem, http) =>
      refusingPage(PROBLEM_STATUS[problem], smallPage(html`<p>${problem} ${http.requestId}</p>`), {
        reason: problem,
      }),
    oauth: oauthProblemReply,
  },
  onAnswer: (name, { method }, status, seconds) => {
    counted.push(`${method} ${name} ${status}`)
    lastTook = seconds * 1000
  },
}

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  server = createServer(needs)
  await server.listen({ host: '127.0.0.1', port })
})
afterAll(() => server.close())

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(base + path, { redirect: 'manual', ...init })
}

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return ask(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

test('an answer is counted with at least the time that its handler took, in the metrics and in its line', async () => {
  lines.length = 0
  await ask('/api/slow/')
  expect(took).toBeGreaterThan(0)
  expect(lastTook).toBeGreaterThanOrEqual(took)
  const line = JSON.parse(lines.at(-1) ?? '{}') as { 'event.duration': number }
  expect(line['event.duration'] / 1_000_000).toBeCloseTo(lastTook, 0)
})

// proves: threat-dropped-headers
test.each([
  ['nobody', [], 200],
  ['who sends it', ['Authorization: Basic eDp5'], 400],
])(
  'headers count, however many come before them: a second Authorization is found; refused is %s',
  async (_name, more, status) => {
    const headers = ['Host: x', 'Connection: close', 'Authorization: x', ...Array<string>(2_000).fill('a:')]
    const answer = await sendRaw(
      Number(new URL(base).port),
      rawRequest('GET /api/thing/', [...headers, ...more]),
    )
    expect(answer.status).toBe(status)
  },
)

describe('methods (RFC 9110 section 15.5.6)', () => {
  test.each([
    ['/page/', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/plain/', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/only-post/', 'POST', ['GET', 'HEAD', 'PUT', 'OPTIONS']],
    ['/effect/', 'GET', ['HEAD', 'POST', 'OPTIONS']],
    ['/api/thing/', 'GET, HEAD', ['POST', 'DELETE', 'OPTIONS']],
  ])('%s takes %s; any other is 405 and says so', async (path, allow, others) => {
    for (const method of others) {
      const answer = await ask(path, { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow])
    }
  })

  test('HEAD answers as GET without the body', async () => {
    const [head, get] = [await ask('/plain/', { method: 'HEAD' }), await ask('/plain/')]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'content-length']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  test('methods that HTTP has and we have not are refused as well', async () => {
    for (const method of ['PROPFIND', 'SEARCH', 'QUERY', 'FOO']) {
      const answer = await ask('/page/', { method }).catch(() => undefined)
      if (answer) expect(answer.status).toBeGreaterThanOrEqual(400)
      if (answer) expect(answer.status).toBeLessThan(500)
    }
  })

  test('405 speaks to its audience', async () => {
    expect((await ask('/page/', { method: 'PUT' })).headers.get('content-type')).toMatch(/^text\/html/)
    expect(await (await ask('/api/thing/', { method: 'PUT' })).json()).toEqual({ detail: expect.any(String) })
    expect(await (await ask('/o/thing/', { method: 'PUT' })).json()).toMatchObject({
      error: 'invalid_request',
    })
  })
})

describe('addresses that are not there', () => {
  test.each([
    '/nothing',
    '/nothing/',
    '/page/x',
    '/page//',
    '/PAGE/',
    '/',
    '/page/%2e%2e/page/x',
    '/page/..%2f',
  ])('%s is a 404 page', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test.each(['/api/nothing', '/api/thing', '/api/', '/o/nothing/', '/o/thing', '/.well-known/nothing'])(
    '%s is 404 in JSON',
    async (path) => {
      const answer = await ask(path)
      expect([answer.status, await answer.json()]).toEqual([404, { detail: expect.any(String) }])
    },
  )

  // proves: design-7.28-exact-paths
  test('a page without its slash is 308 to the one with it, query and all; nothing else is (design 7, row 28)', async () => {
    const answer = await ask('/page?a=b%20c&d=%2F%2Fevil')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/page/?a=b%20c&d=%2F%2Fevil'])
    expect((await ask('/page', { method: 'POST' })).status).toBe(404)
    expect((await ask('/api/thing')).status).toBe(404)
    expect((await ask('/only-post')).status).toBe(404)
  })

  // proves: rfc6749-10.15-no-open-redirector, rfc9700-2.1-no-open-redirector, threat-open-redirect
  test.each([
    '//evil.example.test',
    '//evil.example.test/page',
    '/\\evil.example.test',
    '/%2F%2Fevil.example.test/',
  ])('%s never becomes a redirect', async (path) => {
    const answer = await fetch(`${base}${path}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
  })
})

describe('what every answer carries', () => {
  // proves: rfc9700-4.2.4-no-referrer, threat-caches, threat-page-headers
  test.each(['/page/', '/nothing', '/page/bug/', '/page/outage/'])(
    '%s: the headers of a page',
    async (path) => {
      const { headers } = await ask(path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/unsafe|\*|script-src|data:/)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{12}$/)
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    },
  )

  test('a page is sent short to who takes gzip, and as it is to any other, with one policy', async () => {
    const server = createServer(needs)
    const ask = (encoding?: string) =>
      inject(server, {
        url: '/styled/',
        headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
      })
    const [short, plain, refused] = [await ask('gzip, br'), await ask(), await ask('br, gzip;q=0')]
    expect([short, plain, refused].map(({ headers }) => headers['content-encoding'])).toEqual([
      'gzip',
      undefined,
      undefined,
    ])
    expect(gunzipSync(short.rawPayload).toString()).toBe(plain.payload)
    expect(plain.payload).toBe(refused.payload)
    expect(short.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    for (const { headers, rawPayload } of [short, plain, refused]) {
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(headers['vary']).toBe('Accept-Encoding')
      expect(headers['content-security-policy']).toContain(`style-src ${STYLE.source};`)
    }
  })

  test('a caller cannot choose the reference number', async () => {
    const answer = await ask('/page/', { headers: { 'request-id': 'mine', 'x-request-id': 'mine' } })
    expect(answer.headers.get('x-request-id')).not.toBe('mine')
  })

  // proves: rfc6749-10.9-tls, threat-page-headers
  test('by https browsers are told to stay there, on errors too', async () => {
    const secure = createServer({ ...needs, https: true })
    for (const url of ['/page/', '/nothing', '/api/thing/', '/page/bug/']) {
      const { headers } = await inject(secure, { url })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    }
    await secure.close()
  })
})

describe('bodies', () => {
  // proves: design-7.1-body-too-large
  test('over the limit are 400 and the connection is closed', async () => {
    const answer = await post('/api/small/', 'x'.repeat(101))
    expect([answer.status, answer.headers.get('connection')]).toEqual([400, 'close'])
    expect(await answer.json()).toEqual({
      detail: 'The request body is too large. It may have at most 100 bytes.',
    })
    expect((await post('/page/', `a=${'x'.repeat(16 * 1024)}`)).status).toBe(400)
    expect(await (await post('/o/thing/', `a=${'x'.repeat(16 * 1024)}`)).json()).toMatchObject({
      error: 'invalid_request',
    })
  })

  test('at the limit are read', async () => {
    expect((await post('/api/small/', 'x'.repeat(100))).status).toBe(200)
    expect(await (await post('/page/', `a=${'x'.repeat(16 * 1024 - 2)}`)).json()).toEqual({ ok: true })
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, identity', 'x'])(
    'in %s are not read',
    async (encoding) => {
      expect(await (await post('/page/', 'a=b', { 'content-encoding': encoding })).json()).toEqual({
        ok: false,
      })
    },
  )

  test.each([
    ['application/x-www-form-urlencoded', true],
    ['application/x-www-form-urlencoded;', true],
    ['application/x-www-form-urlencoded; charset=utf8', true],
    ['application/x-www-form-urlencoded;charset=us-ascii', true],
    ['application/x-www-form-urlencoded; version=1 ; ;x="a;\\"b"', true],
    ['application/x-www-form-urlencoded; x=1; charset="utf-16"', false],
    ['application/x-www-form-urlencoded; x', false],
    ['application/x-www-form-urlencoded; x="', false],
    ['application/x-www-form-urlencoded; charset=', false],
    ['application/x-www-form-urlencoded; charset=UTF-8', true],
    ['APPLICATION/X-WWW-FORM-URLENCODED;charset="utf-8"', true],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', false],
    ['application/x-www-form-urlencodedx', false],
    ['application/json', false],
    ['text/plain', false],
    ['multipart/form-data; boundary=x', false],
  ])('of the type "%s": a form: %s', async (type, ok) => {
    expect(await (await post('/page/', 'a=b', { 'content-type': type })).json()).toEqual({ ok })
  })

  test.each([
    ['application/json', true],
    ['application/json;', true],
    ['application/json; charset=utf8', true],
    ['application/json;charset=us-ascii', true],
    ['application/json; version=1 ; ;x="a;\\"b"', true],
    ['application/json; x=1; charset="utf-16"', false],
    ['application/json; x', false],
    ['application/json; x="', false],
    ['application/json; charset=', false],
    ['application/json; charset=utf-8', true],
    ['Application/JSON', true],
    ['application/json; charset=utf-16', false],
    ['application/problem+json', false],
    ['text/json', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', false],
  ])('of the type "%s": JSON: %s', async (type, ok) => {
    expect(await (await post('/api/small/', '{"a":1}', { 'content-type': type })).json()).toEqual({ ok })
  })

  // proves: threat-malformed-input
  test.each(['{', '', 'null', '{"a":', '\0', '\xff', '{"a":1}{'])(
    'malformed, such as %j, are never a fault of ours',
    async (body) => {
      for (const path of ['/page/', '/api/small/', '/o/thing/', '/only-post/']) {
        for (const type of [
          'application/json',
          'application/x-www-form-urlencoded',
          '',
          ';',
          'a',
          '/',
          'x/y; z',
        ]) {
          const answer = await post(path, body, { 'content-type': type })
          expect(answer.status).toBeLessThan(500)
        }
      }
    },
  )
})

describe('a fault of ours', () => {
  // proves: threat-malformed-input
  test.each([
    ['GET', '/page/bug/'],
    ['GET', '/page/late-bug/'],
    ['GET', '/page/odd-bug/'],
    ['GET', '/api/bug/'],
    ['POST', '/o/bug/'],
  ])('%s %s is 500 with a reference and without a trace of the inside', async (method, path) => {
    const answer = await ask(path, { method })
    const body = await answer.text()
    expect(answer.status).toBe(500)
    for (const inside of ['TypeError', 'internals', 'at ', 'stack', '.ts', 'node_modules', 'late']) {
      expect(body).not.toContain(inside)
    }
    const id = answer.headers.get('x-request-id') ?? ''
    expect(lines.some((line) => line.includes('"level":"error"') && line.includes(id))).toBe(true)
    if (path.startsWith('/page/')) expect(body).toContain(id)
  })

  test('speaks to its audience', async () => {
    expect(await (await ask('/api/bug/')).json()).toEqual({ detail: expect.any(String) })
    expect(await (await ask('/o/bug/', { method: 'POST' })).json()).toMatchObject({ error: 'server_error' })
  })

  test.each([
    ['GET', '/page/outage/'],
    ['GET', '/api/outage/'],
    ['POST', '/o/outage/'],
  ])('%s %s: the database away is 503 with Retry-After', async (method, path) => {
    const answer = await ask(path, { method })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (path === '/o/outage/') expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })
})

// proves: threat-codes-in-logs
test('log lines and metrics name the route, never the address, which carries codes and links', async () => {
  await ask(`/page/?code=${SECRET}`, {
    headers: { referer: `https://x/?${SECRET}`, cookie: `portico_session=${SECRET}` },
  })
  await ask(`/nothing/${SECRET}?token=${SECRET}`)
  await ask(`/page/bug/?${SECRET}`)
  await post('/page/', `password=${SECRET}`)
  expect([...lines, ...counted].join('\n')).not.toContain(SECRET)
  expect(counted).toContain('GET /page/ 200')
  expect(counted).toContain('GET none 404')
})
