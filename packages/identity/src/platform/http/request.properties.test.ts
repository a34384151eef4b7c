import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { oauthProblemReply } from '../../oauth/index.ts'
import { html } from '../html.ts'
import { systemRandom } from '../system-random.ts'
import { trustedProxies } from './client-address.ts'
import { cookieJar } from './cookies.ts'
import { inject } from './inject.fixture.ts'
import { API, OAUTH } from './operation.fixture.ts'
import { PROBLEM_STATUS } from './problem.ts'
import { json, refusingPage } from './reply.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'
import { smallPage } from './small-page.fixture.ts'

const faults: string[] = []
const server = createServer({
  routes: [
    route('POST', '/json/', API, (http) => {
      const read = http.json()
      return json(read.ok ? 200 : 400, read.ok ? [...read.value.fields] : {})
    }),
    route('POST', '/form/', OAUTH, (http) => {
      const read = http.form()
      return json(read.ok ? 200 : 400, {
        value: read.ok && read.value.text('v'),
        repeated: read.ok && read.value.repeated.size,
      })
    }),
    route('GET', '/query/', 'page', (http) => {
      const read = http.query()
      return json(read.ok ? 200 : 400, {
        value: read.ok && read.value.text('v'),
        address: http.address,
        cookie: http.cookie('c'),
      })
    }),
  ],
  log: { info: () => undefined, warn: () => undefined, error: (event) => void faults.push(event) },
  random: systemRandom,
  cookies: cookieJar('http://localhost'),
  trustedProxies: trustedProxies(['127.0.0.1']),
  https: false,
  problemReplies: {
    page: (problem) =>
      refusingPage(PROBLEM_STATUS[problem], smallPage(html`<p>${problem}</p>`), { reason: problem }),
    oauth: oauthProblemReply,
  },
  onAnswer: () => undefined,
})
afterAll(() => server.close())

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => Buffer.from(text)),
)
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  '',
  ';',
  'a/b; c=d',
  'application/json; charset=utf-8',
]
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
})

// proves: threat-malformed-input
test('any bytes of any type are read or refused: never a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.constantFrom(...TYPES),
      fc.constantFrom('/json/', '/form/'),
      async (payload, type, url) => {
        const answer = await inject(server, {
          method: 'POST',
          url,
          payload,
          headers: { 'content-type': type },
        })
        expect([200, 400]).toContain(answer.statusCode)
      },
    ),
    { numRuns: 1_500 },
  )
  expect(faults).toEqual([])
})

test('a form’s value is the text that was sent, byte for byte, or the form is refused', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (value) => {
      const encoded = [...value].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await inject(server, { method: 'POST', url: '/form/', payload: `v=${encoded}`, headers })
      const isText = Buffer.from(value.toString('utf8')).equals(value) && !value.includes(0)
      expect(answer.statusCode).toBe(isText ? 200 : 400)
      if (isText) expect(Buffer.from((answer.json() as { value: string }).value).equals(value)).toBe(true)
      const query = await inject(server, { url: `/query/?v=${encoded}` })
      expect(query.statusCode).toBe(isText ? 200 : 400)
      if (isText) expect((query.json() as { value: string }).value).toBe(value.toString('utf8'))
    }),
    { numRuns: 1_000 },
  )
})

test('a JSON object’s values are the values that were sent, or it is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), fc.jsonValue(), {
        maxKeys: 6,
      }),
      async (value) => {
        const payload = JSON.stringify(value)
        const answer = await inject(server, {
          method: 'POST',
          url: '/json/',
          payload,
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.statusCode).toBe(200)
        expect(answer.body).toBe(JSON.stringify(Object.entries(JSON.parse(payload) as object)))
      },
    ),
  )
})

test('any headers are read or refused, and the caller’s address stays an address', async () => {
  await fc.assert(
    fc.asyncProperty(headerText, headerText, headerText, async (forwarded, cookie, host) => {
      const headers = { 'x-forwarded-for': forwarded, cookie: `${cookie}; c=own`, host }
      const answer = await inject(server, { url: '/query/', headers })
      expect([200, 400]).toContain(answer.statusCode)
      if (answer.statusCode === 400) return
      const read = answer.json() as { address: string; cookie: string }
      expect(read.address).toMatch(/^[\da-f.:]+$/)
      if (!/(?:^|;)[ \t]*c[ \t]*=/.test(cookie)) expect(read.cookie).toBe('own')
    }),
    { numRuns: 1_500 },
  )
  expect(faults).toEqual([])
})

test('any path is found or not: never a fault of ours, and never a way out', async () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '%2f',
    '%',
    '%00',
    '%ff',
    '..',
    '.',
    'query',
    'form',
    'api',
    'o',
    '?',
    '#',
    'evil.test',
    ':',
    '@',
    ';',
    '*',
    '~',
    'é',
    '%c3%a9',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
      async (pieces, method) => {
        const url = `/${pieces.join('')}`
        // The injector cannot write every address; the raw ones are tried on the wire.
        fc.pre(URL.canParse(url, 'http://localhost'))
        const answer = await inject(server, { method: method as 'GET', url })
        expect(answer.statusCode).toBeLessThan(500)
        expect(String(answer.headers.location ?? '/')).toMatch(/^\/(?![/\\])/)
      },
    ),
    { numRuns: 1_500 },
  )
})
