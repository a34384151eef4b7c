import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, rawRequest } from '../../packages/identity/src/platform/http/raw-http.fixture.ts'
import { newAttempt } from '../../packages/identity/testing/program-flow.ts'
import { FORM, INSIDE, openTarget, statusesOf, type Target } from './target.ts'

const EVIL = 'evil.example.test'
const PROXY = { PORTICO_TRUSTED_PROXIES: '127.0.0.0/8', PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '20' }

let plain: Target
let proxied: Target

beforeAll(async () => {
  ;[plain, proxied] = await Promise.all([
    openTarget({ PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '20' }),
    openTarget(PROXY),
  ])
})
afterAll(async () => {
  await Promise.all([plain?.close(), proxied?.close()])
})
afterEach(async () => {
  await Promise.all([plain.expectWell(), proxied.expectWell()])
})

/** The headers by which a request names its host and its path through proxies. */
const CLAIMS: readonly (readonly string[])[] = [
  [`Host: ${EVIL}`],
  [`Host: ${EVIL}:443`],
  [`Host: localhost:1`, `X-Forwarded-Host: ${EVIL}`],
  ['Host: localhost', `X-Forwarded-Host: ${EVIL}`, 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 8443'],
  ['Host: localhost', `Forwarded: for=198.51.100.1;host=${EVIL};proto=https;by=${EVIL}`],
  ['Host: localhost', `X-Forwarded-Server: ${EVIL}`, `X-Host: ${EVIL}`, `X-HTTP-Host-Override: ${EVIL}`],
  ['Host: localhost', `X-Original-URL: //${EVIL}/`, `X-Rewrite-URL: //${EVIL}/`],
  [
    'Host: localhost',
    `X-Forwarded-Prefix: //${EVIL}`,
    `X-Script-Name: //${EVIL}`,
    `X-Envoy-Original-Path: //${EVIL}`,
  ],
  ['Host: localhost', `Origin: https://${EVIL}`, `Referer: https://${EVIL}/login/`],
  ['Host: localhost', 'X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE', `Via: 1.1 ${EVIL}`],
]

const pathsFor = (target: Target) => [
  '/.well-known/openid-configuration',
  `/o/authorize/?${new URLSearchParams(newAttempt(target.program).parameters)}`,
  `/o/authorize/?${new URLSearchParams({ ...newAttempt(target.program).parameters, nonce: '' })}`,
  '/o/authorize',
  '/o/userinfo/',
  '/login',
  '/login/',
  '/logout/',
  '/account/',
  '/register/',
  '/recover/',
  '/nothing',
]

function expectNoEvil(target: Target, path: string, { text, status }: RawAnswer): void {
  expect(text).not.toContain(EVIL)
  expect(text).not.toMatch(INSIDE)
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  if (path.startsWith('/.well-known')) expect(text).toContain(`"issuer":"${target.identity.baseUrl}"`)
}

describe('whom a request says that it talks to reaches no link, redirect or issuer', () => {
  test.each(CLAIMS.map((headers) => [headers.join(' | '), headers] as const))(
    '%s, directly and through a trusted proxy',
    async (_name, headers) => {
      for (const target of [plain, proxied]) {
        for (const path of pathsFor(target))
          expectNoEvil(
            target,
            path,
            await target.bytes(rawRequest(`GET ${path}`, [...headers, 'Connection: close'])),
          )
      }
    },
  )

  test.each([
    ...[
      'Host: ',
      'Host: user@localhost',
      `Host: localhost@${EVIL}`,
      'Host: localhost/x',
      'Host: localhost?x',
    ],
    ...[
      'Host: localhost#x',
      'Host: a b',
      'Host: localhost:80:80',
      'Host: localhost:x',
      'Host: [::1',
      'Host: a\\b',
    ],
    ...[
      'Host: <script>',
      'Host: a,b',
      'Host: "localhost"',
      'Host: \xff',
      'Host: localhost\tx',
      'Host: http://localhost',
    ],
  ])('%j: refused, or of no account', async (header) => {
    for (const path of ['/login/', '/login', '/.well-known/openid-configuration']) {
      const { text, status } = await plain.bytes(
        Buffer.from(rawRequest(`GET ${path}`, [header, 'Connection: close']), 'latin1'),
      )
      expect([200, 308, 400]).toContain(status)
      if (!/^Host: (?:a,b)?$/.test(header)) expect(status).toBe(400)
      expect(text).not.toMatch(/<script>|evil|user@/)
    }
  })

  test('no host, and two, are refused', async () => {
    for (const hosts of [[], ['Host: localhost', `Host: ${EVIL}`], ['Host: localhost', 'Host: localhost']])
      expect((await plain.bytes(rawRequest('GET /login/', [...hosts, 'Connection: close']))).status).toBe(400)
  })

  // proves: threat-host-header
  test.each([
    `GET http://${EVIL}/login/`,
    `GET https://${EVIL}/login`,
    `GET http://${EVIL}:80/account/`,
    `GET http://user:pw@${EVIL}/login/`,
    `GET //${EVIL}/login`,
    `GET ///${EVIL}/login`,
    `GET /\\${EVIL}/login`,
    `GET \\\\${EVIL}/login`,
    `GET /%5c${EVIL}/login`,
    `GET /.//${EVIL}/login`,
    `GET /login?//${EVIL}`,
    `GET ${EVIL}:443`,
    `CONNECT ${EVIL}:443`,
    `CONNECT /login/`,
    'OPTIONS *',
    'GET *',
    `GET file:///etc/passwd`,
    `GET ftp://${EVIL}/`,
    `GET javascript:alert(1)`,
    `GET ?x`,
    `GET #x`,
    `TRACE /login/`,
    `TRACK /login/`,
    `DEBUG /login/`,
  ])('the request line "%s" leads nowhere else', async (line) => {
    for (const target of [plain, proxied]) {
      const { text, status, isClosed } = await target.raw(line, ['Connection: close', `X-Secret: ${EVIL}`])
      expect(text).not.toMatch(new RegExp(`location:[^\\r]*(?<!\\?//)${EVIL}`, 'i'))
      expect(text.replaceAll(`?//${EVIL}`, '')).not.toContain(EVIL)
      expect(text).not.toMatch(INSIDE)
      expect(isClosed).toBe(true)
      expect([0, 200, 303, 308, 400, 404, 405]).toContain(status)
    }
  })
})

// proves: threat-host-header
describe('a mailed link leads to the service, whatever the request said', () => {
  test.each(['register', 'recover'])('%s', async (kind) => {
    for (const target of [plain, proxied]) {
      for (const [index, claim] of CLAIMS.entries()) {
        const email = `${kind}.${index}@example.test`
        const fields = kind === 'register' ? { full_name: 'Ana', email } : { email: target.citizen.email }
        const body = JSON.stringify(fields)
        const headers = [...claim, 'Content-Type: application/json', `Content-Length: ${body.length}`]
        const before = target.mailServer.mails.length
        const line = `POST /api/v1/accounts/${kind}/`
        const { status } = await target.bytes(rawRequest(line, [...headers, 'Connection: close'], body))
        expect(status).toBe(202)
        const mail = await target.mailServer.mailTo(
          kind === 'register' ? email : target.citizen.email,
          /./,
          kind === 'register' ? 1 : index + 1,
        )
        expect(target.mailServer.mails.length).toBeGreaterThan(before)
        const everything = `${mail.subject} ${mail.text} ${mail.html || ''} ${JSON.stringify([...mail.headers])}`
        expect(everything).not.toContain(EVIL)
        const origins = (everything.match(/https?:\/\/[^\s"<]+/g) ?? []).map((link) => new URL(link).origin)
        expect(new Set(origins)).toEqual(new Set([target.identity.baseUrl]))
      }
    }
  })
})

describe('whom a request says that it comes from', () => {
  const BODY = 'grant_type=refresh_token&refresh_token=x'
  /** Sends token requests until one gets 429. Nothing if none does. */
  async function asksUntilLimited(target: Target, headersOf: (n: number) => readonly string[]) {
    for (let n = 1; n <= 45; n += 1) {
      const headers = [FORM, `Content-Length: ${BODY.length}`, 'Connection: close', ...headersOf(n)]
      if ((await target.raw('POST /o/token/', headers, BODY)).status === 429) return n
    }
    return undefined
  }

  // proves: threat-forwarded-for
  test('counts for nothing without a trusted proxy, in no spelling of no header', async () => {
    const names = [
      'X-Forwarded-For',
      'X-Real-IP',
      'Forwarded',
      'CF-Connecting-IP',
      'True-Client-IP',
      'X-Client-IP',
    ]
    const limited = await asksUntilLimited(plain, (n) =>
      names.map((name) => `${name}: ${name === 'Forwarded' ? 'for=' : ''}198.51.100.${n}`),
    )
    expect(limited).toBeLessThanOrEqual(21)
  })

  // proves: threat-forwarded-for
  test.each<readonly [string, (n: number) => readonly string[]]>([
    ['what stands left of it', (n) => [`X-Forwarded-For: 198.51.100.${n}, 203.0.113.1`]],
    [
      'what stands in a header before it',
      (n) => [`X-Forwarded-For: 198.51.100.${n}`, 'X-Forwarded-For: 203.0.113.2'],
    ],
    ['nonsense left of it', (n) => [`X-Forwarded-For: ${'unknown, '.repeat(n)}203.0.113.3`]],
    [
      'its spelling as IPv6',
      (n) => [
        `X-Forwarded-For: ${['2001:db8::4', '2001:DB8::4', '2001:db8:0::4', '2001:0db8:0:0:0:0:0:4'][n % 4]}`,
      ],
    ],
    [
      'its spelling as mapped IPv4',
      (n) => [`X-Forwarded-For: ${['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:cb00:7105'][n % 3]}`],
    ],
    ['its zone', (n) => [`X-Forwarded-For: fe80::6%eth${n}`]],
    ['its port', (n) => [`X-Forwarded-For: 203.0.113.7:${n}`]],
    ['brackets, quotes and a port', (n) => [`X-Forwarded-For: "[2001:db8:77::${n}]:${n}"`]],
    ['a port that is none', (n) => [`X-Forwarded-For: 198.51.100.${n}:99999`]],
    ['a number in octal', (n) => [`X-Forwarded-For: 0${n}.1.1.1`]],
    ['an empty hop', (n) => [`X-Forwarded-For: 198.51.100.${n},`]],
    [
      'another header',
      (n) => ['X-Forwarded-For: 203.0.113.8', `X-Real-IP: 198.51.100.${n}`, `Forwarded: for=198.51.100.${n}`],
    ],
  ])('behind a trusted proxy an address cannot be changed by %s', async (_name, headersOf) => {
    expect(await asksUntilLimited(proxied, headersOf)).toBeLessThanOrEqual(21)
  })

  test('behind a trusted proxy one address is not counted for another', async () => {
    for (let n = 1; n <= 30; n += 1) {
      const headers = [
        FORM,
        `Content-Length: ${BODY.length}`,
        'Connection: close',
        `X-Forwarded-For: ${n % 2 ? `192.0.2.${n}` : `192.0.2.${n}:${40_000 + n}`}`,
      ]
      expect(statusesOf(await proxied.raw('POST /o/token/', headers, BODY))).toEqual([401])
    }
  })

  test('an address of 15 kB is read like any other', async () => {
    const header = `X-Forwarded-For: ${'1.1.1.1,'.repeat(1_800)}203.0.113.99`
    const answer = await proxied.raw('GET /api/health/', [header, 'Connection: close'])
    expect([200, 431]).toContain(answer.status)
  })
})
