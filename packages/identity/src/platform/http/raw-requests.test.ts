import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import { enterProgram, newAttempt, postForm } from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { type RawAnswer, rawRequest, sendRaw } from './raw-http.fixture.ts'

const EVIL = 'evil.example.test'

let service: TestService
let program: TestClient
let browser: TestBrowser
let port: number

beforeAll(async () => {
  service = await startTestService()
  port = Number(new URL(service.baseUrl).port)
  program = await addProgram(service)
  browser = service.browser()
  await signIn(browser, await addCitizen(service))
  await enterProgram(service, program, browser)
})
afterAll(() => service.close())

function send(line: string, headers: readonly string[] = [], body = ''): Promise<RawAnswer> {
  return sendRaw(port, rawRequest(line, ['Host: localhost', ...headers], body))
}

/** Every answer of ours has a status below 500, no trace of the inside, and no host but its own. */
function expectCalm(answer: RawAnswer): void {
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d+|at \w+ \(/)
}

// proves: threat-host-header
describe('whom the caller says it talks to reaches no output', () => {
  const forged = [
    [`Host: ${EVIL}`],
    [`Host: ${EVIL}:80@localhost`],
    ['Host: localhost', `X-Forwarded-Host: ${EVIL}`],
    ['Host: localhost', `X-Forwarded-Server: ${EVIL}`],
    ['Host: localhost', `X-Host: ${EVIL}`, `X-Original-Host: ${EVIL}`],
    ['Host: localhost', `Forwarded: for=1.2.3.4;host=${EVIL};proto=https`],
    ['Host: localhost', `X-Original-URL: https://${EVIL}/`, `X-Rewrite-URL: https://${EVIL}/`],
    ['Host: localhost', `Origin: https://${EVIL}`, `Referer: https://${EVIL}/`],
    ['Host: localhost', 'X-Forwarded-Proto: https', `X-Forwarded-Prefix: //${EVIL}`],
  ]
  const paths = () => [
    '/.well-known/openid-configuration',
    '/o/.well-known/jwks.json',
    `/o/authorize/?${new URLSearchParams(newAttempt(program).parameters)}`,
    `/o/authorize/?${new URLSearchParams({ ...newAttempt(program).parameters, nonce: '' })}`,
    '/o/authorize/?client_id=x',
    '/o/authorize?x=y',
    '/login/',
    '/login',
    '/register/',
    '/recover/',
    '/account/',
    '/nothing',
    '/api/health/',
  ]

  test.each(forged.map((headers) => [headers.join(', '), headers] as const))('%s', async (_name, headers) => {
    for (const path of paths()) {
      const answer = await sendRaw(port, rawRequest(`GET ${path}`, [...headers, 'Connection: close']))
      expectCalm(answer)
      expect(answer.text).not.toContain(EVIL)
    }
  })

  test('two Host headers, or none, are refused (RFC 9112 section 3.2)', async () => {
    for (const headers of [['Host: localhost', `Host: ${EVIL}`], []]) {
      const answer = await sendRaw(port, rawRequest('GET /login/', headers))
      expect([answer.status, answer.text.includes(EVIL)]).toEqual([400, false])
    }
  })

  test.each(['http', 'https', 'HTTP', 'ftp'])('an absolute request line by %s', async (scheme) => {
    for (const path of paths()) {
      const answer = await send(`GET ${scheme}://${EVIL}${path}`, ['Connection: close'])
      expectCalm(answer)
      expect(answer.text).not.toContain(EVIL)
    }
  })

  test.each(['//', '///', '/\\', '/./', '/../', '\\\\', 'x', '*', `@${EVIL}`, '?'])(
    'a request line that begins with %s',
    async (beginning) => {
      const answer = await send(`GET ${beginning}${EVIL}/login`, ['Connection: close'])
      expectCalm(answer)
      expect(answer.text).not.toMatch(/location: .*evil/i)
    },
  )
})

describe('two parsers never disagree on one request (RFC 9112 section 6)', () => {
  test.each([
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
    ['a list of lengths', ['Content-Length: 3, 4']],
    ['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['a negative length', ['Content-Length: -1']],
    ['a length with a sign', ['Content-Length: +3']],
    ['a length in hexadecimal', ['Content-Length: 0x3']],
    ['an enormous length', ['Content-Length: 99999999999999999999']],
    ['an unknown transfer coding', ['Transfer-Encoding: xchunked']],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, gzip']],
    ['chunks spelt oddly', ['Transfer-Encoding: \x0bchunked']],
    ['a space before the colon', ['Content-Length : 3']],
    ['a folded header', ['X-A: b', ' Content-Length: 3']],
    ['a header without a name', [': x']],
    ['a NUL in a header', ['X-A: a\0b']],
    ['a bare carriage return', ['X-A: a\rContent-Length: 3']],
  ])('%s: refused, and the connection closed', async (_name, headers) => {
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const answer = await send(
      'POST /o/token/',
      [type, ...headers],
      'a=bGET /api/health/ HTTP/1.1\r\nHost: x\r\n\r\n',
    )
    expectCalm(answer)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.isClosed).toBe(true)
    expect(answer.text).not.toContain('"status":"ok"')
  })

  test.each([
    'G\0T / HTTP/1.1\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET / HTTP/9.9\r\n\r\n',
    'hello\r\n\r\n',
    'GET  / HTTP/1.1\r\n\r\n',
  ])('%j is no request', async (bytes) => {
    const answer = await sendRaw(port, Buffer.from(bytes, 'latin1'))
    expectCalm(answer)
    expect([400, 0, 505]).toContain(answer.status)
  })

  // proves: threat-slow-and-huge
  test('a header that is too large is refused with 431 at most, and the connection closed', async () => {
    const answer = await send('GET /login/', [`X-Large: ${'x'.repeat(36_000)}`])
    expect([answer.status, answer.isClosed]).toEqual([431, true])
    const address = await send(`GET /login/?${'x'.repeat(36_000)}`)
    expect([address.status, address.isClosed]).toEqual([431, true])
  })

  // proves: design-7.1-body-too-large
  test('chunks that grow over the limit are cut off', async () => {
    const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`
    const headers = ['Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked']
    const answer = await send('POST /o/token/', headers, chunk.repeat(5))
    expect([answer.status, answer.isClosed]).toEqual([400, true])
  })

  test('a chunked form is a form like others', async () => {
    const body = 'grant_type=refresh_token&refresh_token=garbage'
    const headers = [
      'Content-Type: application/x-www-form-urlencoded',
      'Transfer-Encoding: chunked',
      `Authorization: ${program.basic}`,
      'Connection: close',
    ]
    const answer = await send(
      'POST /o/token/',
      headers,
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(answer.text).toContain('invalid_grant')
  })

  test('a body on a GET is passed over, and what follows is its own request', async () => {
    const answer = await send(
      'GET /api/health/',
      ['Content-Length: 5'],
      'xxxxxGET /api/health/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(answer.text.match(/"status":"ok"/g)).toHaveLength(2)
  })
})

describe('addresses with bytes that addresses do not have', () => {
  test.each([
    ['raw letters beyond ASCII in a value', 'state=é'],
    ['raw bytes that are no UTF-8', 'state=\xff\xfe'],
    ['a raw NUL', 'state=\0'],
    ['a tab', 'state=a\tb'],
  ])('%s: refused or taken as they are, never another text and never 5xx', async (_name, more) => {
    const { parameters } = newAttempt(program, { state: '' })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const line = `GET /o/authorize/?${new URLSearchParams(parameters)}&${more}`
    const bytes = Buffer.from(
      rawRequest(line, ['Host: localhost', `Cookie: ${cookie}`]),
      more.includes('é') ? 'utf8' : 'latin1',
    )
    const answer = await sendRaw(port, bytes)
    expectCalm(answer)
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('code=')
  })

  test.each(['/%', '/%zz', '/%ff', '/%00', '/%2e%2e/', '/login/%', '/o/token/%00', '/\x7f'])(
    '%j',
    async (path) => {
      const answer = await send(`GET ${path}`, ['Connection: close'])
      expectCalm(answer)
      expect(answer.status).toBeGreaterThanOrEqual(400)
    },
  )
})

// proves: rfc9700-4.13-proxy-headers
test('nobody gets an address that they invent: X-Forwarded-For of a stranger does not count (contract 8)', async () => {
  const plain = await addProgram(service, { name: 'Plain', tokenLimitPerMinute: null })
  const form = { grant_type: 'refresh_token', refresh_token: 'garbage' }
  const statuses = new Map<number, number>()
  for (let n = 0; n < 125; n += 1) {
    const headers = { authorization: plain.basic, 'x-forwarded-for': `198.51.100.${n}` }
    const { status } = await postForm(service, '/o/token/', form, headers)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(429)).toBeGreaterThanOrEqual(5)
})

// proves: threat-slow-and-huge
test('a request that never ends is given up, and costs the others nothing', async () => {
  const { server } = service.service.server
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 10_000])
  const half = sendRaw(port, 'POST /o/token/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab', 30_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send('GET /api/health/', ['Connection: close'])),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // Nobody waits ten seconds here: what has been open for a moment is too old from now on.
  server.headersTimeout = 1
  server.requestTimeout = 1
  const { status, isClosed } = await half
  expect([status, isClosed]).toEqual([408, true])
})
