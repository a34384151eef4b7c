import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../../packages/identity/src/platform/http/raw-http.fixture.ts'
import { FORM, INSIDE, openTarget, statusesOf, type Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())
afterEach(() => target.expectWell())

/** A request hidden in the body of another. If it gets an answer, another caller would receive that answer. */
const HIDDEN = 'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n\r\n'
const ANSWER_TO_HIDDEN = '"issuer"'
const CHUNKED_END = '0\r\n\r\n'

/** Framing that two parsers may read differently. Then come the body and the hidden request. */
const AMBIGUOUS: readonly (readonly [string, readonly string[], string])[] = [
  [
    'CL.TE',
    [`Content-Length: ${CHUNKED_END.length + HIDDEN.length}`, 'Transfer-Encoding: chunked'],
    CHUNKED_END,
  ],
  ['TE.CL', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '5\r\nabcde\r\n0\r\n\r\n'],
  ['CL.0 beside chunks', ['Content-Length: 0', 'Transfer-Encoding: chunked'], CHUNKED_END],
  ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], CHUNKED_END],
  [
    'identity first',
    ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 5'],
    CHUNKED_END,
  ],
  ['identity alone', ['Transfer-Encoding: identity', 'Content-Length: 5'], CHUNKED_END],
  ['chunked twice', ['Transfer-Encoding: chunked, chunked', 'Content-Length: 5'], CHUNKED_END],
  ['a misspelt coding', ['Transfer-Encoding: xchunked', 'Content-Length: 5'], CHUNKED_END],
  ['a quoted coding', ['Transfer-Encoding: "chunked"', 'Content-Length: 5'], CHUNKED_END],
  ['a coding with a parameter', ['Transfer-Encoding: chunked;q=1', 'Content-Length: 5'], CHUNKED_END],
  ['a coding after a vertical tab', ['Transfer-Encoding: \vchunked', 'Content-Length: 5'], CHUNKED_END],
  ['a coding before a NUL', ['Transfer-Encoding: chunked\0', 'Content-Length: 5'], CHUNKED_END],
  ['a coding before a no-break space', ['Transfer-Encoding: chunked\xa0', 'Content-Length: 5'], CHUNKED_END],
  [
    'a space before the colon of the coding',
    ['Transfer-Encoding : chunked', 'Content-Length: 5'],
    CHUNKED_END,
  ],
  [
    'a tab before the colon of the coding',
    ['Transfer-Encoding\t: chunked', 'Content-Length: 5'],
    CHUNKED_END,
  ],
  ['a folded coding', ['X: y', '\tTransfer-Encoding: chunked', 'Content-Length: 5'], CHUNKED_END],
  ['a coding on a folded line', ['Transfer-Encoding:', ' chunked', 'Content-Length: 5'], CHUNKED_END],
  ['a coding behind a bare LF', ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 5'], CHUNKED_END],
  ['a coding behind a bare CR', ['X: y\rTransfer-Encoding: chunked', 'Content-Length: 5'], CHUNKED_END],
  ['two equal lengths', ['Content-Length: 3', 'Content-Length: 3'], 'a=b'],
  ['two lengths', ['Content-Length: 3', 'Content-Length: 90'], 'a=b'],
  ['equal lengths in a list', ['Content-Length: 3, 3'], 'a=b'],
  ['a length with a plus', ['Content-Length: +3'], 'a=b'],
  ['a negative length', ['Content-Length: -3'], 'a=b'],
  ['a hexadecimal length', ['Content-Length: 0x3'], 'a=b'],
  ['an octal length', ['Content-Length: 0o3'], 'a=b'],
  ['a length with an exponent', ['Content-Length: 3e0'], 'a=b'],
  ['a length with a fraction', ['Content-Length: 3.0'], 'a=b'],
  ['a length with an underscore', ['Content-Length: 0_3'], 'a=b'],
  ['a length with a space inside', ['Content-Length: 3 3'], 'a=b'],
  ['a length before a NUL', ['Content-Length: 3\x001'], 'a=b'],
  ['an empty length', ['Content-Length: '], 'a=b'],
  ['a length of digits that are not ASCII', ['Content-Length: \xb3'], 'a=b'],
  ['a length beyond 64 bits', ['Content-Length: 18446744073709551619'], 'a=b'],
  ['a length behind a bare LF', ['X: y\nContent-Length: 3'], 'a=b'],
  ['a length behind a space', ['X: y', ' Content-Length: 3'], 'a=b'],
  ['a length without a colon', ['Content-Length 3'], 'a=b'],
  ['a NUL in a name', ['Content\0-Length: 3'], 'a=b'],
  ['a bad first chunk size', ['Transfer-Encoding: chunked'], 'x\r\nabc\r\n0\r\n\r\n'],
  ['a negative chunk size', ['Transfer-Encoding: chunked'], '-3\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size with 0x', ['Transfer-Encoding: chunked'], '0x3\r\na=b\r\n0\r\n\r\n'],
  ['a chunk size beyond 64 bits', ['Transfer-Encoding: chunked'], '10000000000000003\r\na=b\r\n0\r\n\r\n'],
  ['a chunk size that ends in a bare LF', ['Transfer-Encoding: chunked'], '3\na=b\r\n0\r\n\r\n'],
  ['a chunk that ends in a bare LF', ['Transfer-Encoding: chunked'], '3\r\na=b\n0\r\n\r\n'],
  ['a chunk longer than it says', ['Transfer-Encoding: chunked'], '3\r\na=bcd\r\n0\r\n\r\n'],
  ['a chunk extension with a bare LF', ['Transfer-Encoding: chunked'], '3;x\na=b\r\n0\r\n\r\n'],
  ['a chunk extension with a bare CR', ['Transfer-Encoding: chunked'], '3;x\rx\r\na=b\r\n0\r\n\r\n'],
  ['a chunk size before a space', ['Transfer-Encoding: chunked'], '3 \r\na=b\r\n0\r\n\r\n'],
  ['an empty chunk size', ['Transfer-Encoding: chunked'], '\r\na=b\r\n0\r\n\r\n'],
]

describe('framing that can be read in two ways is refused whole (RFC 9112 section 6.3)', () => {
  // proves: threat-smuggling
  test.each(AMBIGUOUS)(
    '%s: 4xx or silence, the connection closed, and what hides behind it unread',
    async (_name, headers, body) => {
      for (const path of ['/o/token/', '/api/v1/accounts/register/', '/login/']) {
        const answer = await target.raw(`POST ${path}`, [FORM, ...headers], body + HIDDEN)
        expect(answer.text).not.toContain(ANSWER_TO_HIDDEN)
        expect(answer.isClosed).toBe(true)
        expect(answer.text).not.toMatch(INSIDE)
        expect(statusesOf(answer).length).toBeLessThanOrEqual(2)
        expect(statusesOf(answer).at(-1)).toBeGreaterThanOrEqual(400)
        expect(statusesOf(answer).at(-1)).toBeLessThan(500)
      }
    },
  )

  test.each([
    ['a bare LF after the request line', 'GET /api/health/ HTTP/1.1\nHost: localhost\r\n\r\n'],
    ['bare LFs everywhere', 'GET /api/health/ HTTP/1.1\nHost: localhost\n\n'],
    ['a bare LF after a header', 'GET /api/health/ HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n'],
    ['a bare CR after the request line', 'GET /api/health/ HTTP/1.1\rHost: localhost\r\n\r\n'],
    ['a space before the first header', 'GET /api/health/ HTTP/1.1\r\n Host: localhost\r\n\r\n'],
    ['a version that is none', 'GET /api/health/ HTTP/1.10\r\nHost: localhost\r\n\r\n'],
    ['another protocol', 'GET /api/health/ ICE/1.1\r\nHost: localhost\r\n\r\n'],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method with a space before it', ' GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a tab for a space', 'GET\t/api/health/\tHTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an address with a space in it', 'GET /api/ health/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('%s is no request', async (_name, bytes) => {
    const answer = await target.bytes(Buffer.from(bytes, 'latin1'))
    expect(answer.text).not.toContain('"status":"ok"')
    expect([answer.isClosed, statusesOf(answer)]).toEqual([true, [400]])
  })
})

describe('one connection, several requests: each gets its own answer', () => {
  const health = rawRequest('GET /api/health/', ['Host: localhost'])
  const last = rawRequest('GET /nothing', ['Host: localhost', 'Connection: close'])

  test('requests in a row are answered in their order', async () => {
    const answer = await target.bytes(health + HIDDEN + last)
    expect(statusesOf(answer)).toEqual([200, 200, 404])
    expect(answer.text.indexOf('"status":"ok"')).toBeLessThan(answer.text.indexOf(ANSWER_TO_HIDDEN))
  })

  test('what follows a body of exact length is its own request', async () => {
    const body = 'grant_type=refresh_token&refresh_token=garbage'
    const headers = ['Host: localhost', FORM, `Content-Length: ${body.length}`]
    const answer = await target.bytes(rawRequest('POST /o/token/', headers, body) + last)
    expect(statusesOf(answer)).toEqual([401, 404])
  })

  test('a chunk extension and a trailer change nothing in the form, the headers or the next request', async () => {
    const body = 'grant_type=nonsense'
    const headers = [FORM, 'Transfer-Encoding: chunked', 'Trailer: Authorization']
    const chunks = `${body.length.toString(16)};a=b;c="d"\r\n${body}\r\n0\r\nAuthorization: ${target.program.basic}\r\n\r\n`
    const answer = await target.raw('POST /o/token/', headers, chunks + last)
    expect(statusesOf(answer)).toEqual([401, 404])
  })

  test('garbage behind a request that still waits is never taken for its answer', async () => {
    const form = await target.identity.browser().get('/login/')
    const csrf = form.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const cookie = form.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const body = new URLSearchParams({
      csrf_token: csrf,
      email: target.citizen.email,
      password: 'wrong '.repeat(4),
    })
    const headers = [FORM, `Cookie: ${cookie}`, `Content-Length: ${body.toString().length}`]
    const alone = await target.raw('POST /login/', [...headers, 'Connection: close'], body.toString())
    expect(alone.text).toContain('<html')
    const answer = await target.raw('POST /login/', headers, `${body}\x01\x02\x03 garbage\r\n\r\n`)
    expect(answer.text).toMatch(/^$|<html/)
    expect(answer.isClosed).toBe(true)
  })

  test.each([
    'Expect: 100-continue',
    'Expect: 200-ok',
    'Upgrade: h2c',
    'Upgrade: websocket',
    'Connection: Upgrade, HTTP2-Settings',
  ])('%s makes no other conversation of it', async (header) => {
    const upgrade = header.startsWith('Expect') ? [] : ['Connection: Upgrade']
    const answer = await target.raw('GET /api/health/', [header, ...upgrade], last)
    expect(answer.text).not.toMatch(/HTTP\/1\.1 101/)
    expect(answer.text).not.toMatch(INSIDE)
    expect(answer.isClosed).toBe(true)
  })
})

describe('headers that may stand once only', () => {
  // proves: threat-smuggling
  test.each([
    ['Authorization', () => [`Authorization: ${target.program.basic}`, 'Authorization: Basic eDp5']],
    [
      'Authorization, the good one last',
      () => ['Authorization: Basic eDp5', `Authorization: ${target.program.basic}`],
    ],
    [
      'Authorization twice alike',
      () => Array.from({ length: 2 }, () => `authorization: ${target.program.basic}`),
    ],
    ['Content-Type', () => [FORM, 'Content-Type: application/json']],
    ['Host', () => ['Host: localhost']],
    ['Host in another case', () => ['hOsT: evil.example.test']],
  ])('%s twice is refused, whichever would be read', async (_name, headers) => {
    const body = `token=${target.entered.tokens.access_token}`
    const more = [...headers(), `Content-Length: ${body.length}`]
    const answer = await target.raw('POST /api/integrations/introspect/', more, body)
    expect(statusesOf(answer)).toEqual([400])
    expect(answer.text).not.toContain('"active"')
  })
})

// proves: threat-page-headers
test.each([
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['no Host', 'GET /api/health/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a wish that nobody grants', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n', 417],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(36_000)}\r\n\r\n`, 431],
  [
    'a chunk extension that is too large',
    `POST /login/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    413,
  ],
])(
  'what is refused before it is a request carries the headers of every answer: %s',
  async (_name, bytes, status) => {
    const { text, isClosed } = await target.bytes(bytes)
    expect([statusesOf({ text, isClosed, status }), isClosed]).toEqual([[status], true])
    expect(text).not.toMatch(INSIDE)
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cache-control: no-store',
      'connection: close',
    ])
      expect(text.toLowerCase()).toContain(header)
  },
)
