import { parse } from 'node-html-parser'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { exchange, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { runPortico } from '../kit/identity-process.ts'
import { INSIDE, openTarget, type Target } from './target.ts'

const REGISTERED = 'https://permits.example.test:8443/api/v1/sso/callback/?a=b'
const EVIL = 'evil.example.test'

let target: Target
let program: Awaited<ReturnType<typeof addProgram>>

beforeAll(async () => {
  target = await openTarget()
  program = await addProgram(target.identity.service, { name: 'Exact', redirectUris: [REGISTERED] })
})
afterAll(() => target?.close())
afterEach(() => target.expectWell())

/** Addresses that some parsers read as the registered one, and others as another host, path or query. */
const LOOKALIKES: readonly string[] = [
  REGISTERED.toUpperCase(),
  REGISTERED.replace('https', 'HTTPS'),
  REGISTERED.replace('https', 'http'),
  REGISTERED.replace('permits', 'Permits'),
  REGISTERED.replace('/callback', '/Callback'),
  REGISTERED.replace('/?', '?'),
  REGISTERED.replace('/?', '//?'),
  REGISTERED.replace('?a=b', ''),
  REGISTERED.replace('?a=b', '?'),
  REGISTERED.replace('a=b', 'a=c'),
  REGISTERED.replace('a=b', 'a=%62'),
  `${REGISTERED}&c=d`,
  `${REGISTERED}&`,
  `${REGISTERED}#`,
  `${REGISTERED}#@${EVIL}`,
  `${REGISTERED}%23`,
  `${REGISTERED}%0d%0aLocation:https://${EVIL}`,
  `${REGISTERED}\r\nLocation: https://${EVIL}/`,
  `${REGISTERED}\0`,
  ` ${REGISTERED}`,
  `${REGISTERED} `,
  `\t${REGISTERED}`,
  `${REGISTERED},https://${EVIL}/`,
  `${REGISTERED} https://${EVIL}/`,
  REGISTERED.replace(':8443', ''),
  REGISTERED.replace(':8443', ':443'),
  REGISTERED.replace(':8443', ':08443'),
  REGISTERED.replace(':8443', ':8443:8443'),
  REGISTERED.replace(':8443', '.:8443'),
  REGISTERED.replace('https://', `https://${EVIL}@`),
  REGISTERED.replace('https://', 'https://user:pw@'),
  REGISTERED.replace('https://', 'https://@'),
  REGISTERED.replace('permits.example.test', `permits.example.test@${EVIL}`),
  REGISTERED.replace('permits.example.test:8443', `permits.example.test:8443@${EVIL}`),
  REGISTERED.replace('permits.example.test:8443', `${EVIL}#permits.example.test:8443`),
  REGISTERED.replace('permits.example.test:8443', `${EVIL}\\@permits.example.test:8443`),
  REGISTERED.replace('permits.example.test:8443', `${EVIL}?permits.example.test:8443`),
  REGISTERED.replace('permits.example.test', `permits.example.test.${EVIL}`),
  REGISTERED.replace('permits.example.test', `${EVIL}%2fpermits.example.test`),
  REGISTERED.replace('permits', 'xpermits'),
  REGISTERED.replace('permits', 'x.permits'),
  REGISTERED.replace('permits', 'perm\u0456ts'),
  REGISTERED.replace('permits', '\uff50ermits'),
  REGISTERED.replace('permits', 'permi\u200bts'),
  REGISTERED.replace('permits.', 'permits\u3002'),
  REGISTERED.replace('permits', '%70ermits'),
  REGISTERED.replaceAll('/', '\\'),
  REGISTERED.replace('https://', 'https:\\\\'),
  REGISTERED.replace('https://', 'https:/'),
  REGISTERED.replace('https://', 'https:///'),
  REGISTERED.replace('https:', ''),
  REGISTERED.replace('/callback/', '/callback/../callback/'),
  REGISTERED.replace('/callback/', '/x/../callback/'),
  REGISTERED.replace('/callback/', '/callback/..%2f..%2f'),
  REGISTERED.replace('/callback/', '/callback/%2e%2e/%2e%2e/'),
  REGISTERED.replace('/callback/', '/./callback/'),
  REGISTERED.replace('/callback/', '/%63allback/'),
  REGISTERED.replace('/callback/', '/callback%2f'),
  REGISTERED.replace('/callback/', '/callback/;x'),
  REGISTERED.replace('/callback/', '/callback/\\..\\'),
  '/api/v1/sso/callback/?a=b',
  `//${EVIL}/`,
  `javascript:alert(1)//${REGISTERED}`,
  `data:text/html,<script>location='https://${EVIL}'</script>`,
  'about:blank',
  '*',
  '',
]

describe('a callback is the registered text and no other (RFC 9700 section 4.1.3)', () => {
  // proves: threat-redirect-uri
  test.each(LOOKALIKES)('%j gets no redirect, no code and no echo', async (redirectUri) => {
    for (const more of [{}, { prompt: 'none' }, { nonce: '' }, { response_type: 'token' }]) {
      const { parameters } = newAttempt(program, more)
      const query = new URLSearchParams({ ...parameters, redirect_uri: redirectUri }).toString()
      const headers = { cookie: target.cookie }
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      for (const init of [{ headers }, { method: 'POST', headers: form, body: query }]) {
        const answer = await target.fetch(`/o/authorize/${'body' in init ? '' : `?${query}`}`, init)
        const body = await answer.text()
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
        expect(body).not.toMatch(INSIDE)
        expect(body).not.toContain(EVIL)
        expect(body).not.toMatch(/<script|code=/)
      }
    }
  })

  // proves: threat-redirect-uri
  test('nor is another spelling of it good for the code (RFC 6749 section 4.1.3)', async () => {
    for (const redirectUri of LOOKALIKES.slice(0, 20)) {
      const attempt = newAttempt(program)
      const code = await obtainCode(target.entered.browser, attempt)
      const answer = await exchange(
        target.identity.service,
        program,
        { ...attempt, code },
        { redirect_uri: redirectUri },
      )
      expect(answer.status).toBe(400)
    }
  })

  test('what the program put into it comes back with the code beside it, and nothing else', async () => {
    const attempt = newAttempt(program, { state: `"><script>\r\nX: y&code=evil#\u202e${EVIL}` })
    const answer = await target.entered.browser.get(
      `/o/authorize/?${new URLSearchParams(attempt.parameters)}`,
      { follow: false },
    )
    const location = new URL(answer.location ?? '')
    expect([location.origin, location.pathname, location.hash]).toEqual([
      'https://permits.example.test:8443',
      '/api/v1/sso/callback/',
      '',
    ])
    expect([...location.searchParams.keys()].sort()).toEqual(['a', 'code', 'iss', 'state'])
    expect(location.searchParams.get('state')).toBe(attempt.parameters['state'])
    expect(answer.location).not.toMatch(/[<>"\s]/)
  })
})

/** Names of redirect parameters in other services. */
const RETURN_NAMES = [
  'next',
  'return',
  'return_to',
  'returnUrl',
  'redirect',
  'redirect_uri',
  'redirect_url',
  'url',
  'continue',
  'dest',
  'goto',
  'target',
  'RelayState',
  'callback',
  'post_logout_redirect_uri',
  'notice',
  'resume',
]
const AWAY = [
  `https://${EVIL}/`,
  `//${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `/%2f${EVIL}`,
  `https:${EVIL}`,
  `javascript:alert(1)//${EVIL}`,
  `.${EVIL}`,
  `@${EVIL}`,
  `\t//${EVIL}`,
  `/\t/${EVIL}`,
]

/** Every address that a page links to, posts to or loads from. */
function addressesIn(body: string): readonly string[] {
  const elements = parse(body).querySelectorAll('[href], [action], [src]')
  return elements.flatMap((element) =>
    ['href', 'action', 'src'].map((name) => element.getAttribute(name) ?? ''),
  )
}

// proves: threat-open-redirect
describe('nothing in an address or a form sends a person elsewhere', () => {
  test.each([
    '/login/',
    '/login',
    '/logout/',
    '/register/',
    '/recover/',
    '/account/',
    '/account',
    '/register/done/',
    '/recover/done/',
  ])('%s', async (path) => {
    for (const away of AWAY) {
      const query = new URLSearchParams(RETURN_NAMES.map((name): [string, string] => [name, away]))
      for (const cookie of ['', target.cookie]) {
        const answer = await target.fetch(`${path}?${query}`, { headers: { cookie } })
        const location = answer.headers.get('location')
        expect(new URL(location ?? '/', target.identity.baseUrl).origin).toBe(target.identity.baseUrl)
        const body = await answer.text()
        const origins = addressesIn(body).map((address) => new URL(address, target.identity.baseUrl).origin)
        // The home of an account opens the programs that its citizen has entered.
        const homes = [REGISTERED, target.program.redirectUri].map((address) => new URL(address).origin)
        const known = [target.identity.baseUrl, ...homes]
        expect(origins.filter((origin) => !known.includes(origin))).toEqual([])
        expect(body).not.toMatch(/http-equiv|<script(?! src="\/assets\/)|<base|<iframe/i)
      }
    }
  })

  test('signing in and out with all of them leads to the account and to the signed-out page', async () => {
    const who = await addCitizen(target.identity.service)
    for (const away of AWAY) {
      const browser = target.identity.browser()
      const wishes = Object.fromEntries(RETURN_NAMES.map((name) => [name, away]))
      const form = await browser.get(`/login/?${new URLSearchParams(wishes)}`)
      const entered = await browser.submit(
        form,
        { ...wishes, email: who.email, password: TEST_PASSWORD },
        { follow: false },
      )
      expect([entered.status, entered.location]).toEqual([303, `${target.identity.baseUrl}/account/`])
      const leaving = await browser.get(`/logout/?${new URLSearchParams(wishes)}`)
      const left = await browser.submit(leaving, wishes, { follow: false })
      expect(new URL(left.location ?? target.identity.baseUrl).origin).toBe(target.identity.baseUrl)
      expect(left.body).not.toContain(EVIL)
    }
  })

  // proves: threat-open-redirect
  test.each([
    '',
    '.',
    '..',
    'x.y',
    'x.y.z',
    `${Buffer.from('[9999999999,"{}"]').toString('base64url')}.x`,
    'e30.e30',
    '\u0000',
    '%',
    'null',
    '{}',
  ])('a resume handle that is none (%j) leads nowhere', async (handle) => {
    for (const path of ['/o/authorize/', '/login/', '/register/', '/recover/']) {
      const answer = await target.fetch(`${path}?resume=${encodeURIComponent(handle)}`)
      expect([200, 400]).toContain(answer.status)
      expect(answer.headers.get('location')).toBeNull()
    }
  })
})

describe('what an operator may register as a callback (portico client add)', () => {
  test.each([
    ['http elsewhere', `http://${EVIL}/`],
    ['a script', 'javascript:alert(1)'],
    ['a line', 'https://a.example.test/\nx'],
    ['loopback as the user', 'http://localhost@evil.example.test/'],
  ])('not %s', async (_name, uri) => {
    const run = runPortico(
      ['client', 'add', 'Bad', '--redirect-uri', uri, '--reason', 'a test'],
      target.identity.environment,
    )
    const { code, output } = await run.ended
    expect(code).not.toBe(0)
    expect(output).not.toMatch(/Client secret|node_modules|\n\s+at /)
  })
})
