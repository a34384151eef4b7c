// Takes over 10 s: every hostile text goes to many pages of a real service, and each address is asked by every method.
import { parse } from 'node-html-parser'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pageRules } from '../../packages/identity/src/pages/assets.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { runPortico } from '../kit/identity-process.ts'
import { INSIDE, openTarget, type Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())
afterEach(() => target.expectWell())

/** Fails if the page has an element, an attribute or a character that came from a person's text. */
function expectTame(body: string, homes: readonly string[] = []): void {
  const page = parse(body, { comment: true })
  expect(
    page.querySelectorAll(
      'script:not([src^="/assets/"]), iframe, object, embed, base, svg script, meta[http-equiv]',
    ),
  ).toEqual([])
  const styles = page.querySelectorAll('style').map(({ text }) => text)
  expect(styles.filter((rules) => rules !== pageRules)).toEqual([])
  const attributes = page.querySelectorAll('*').flatMap((element) => Object.entries(element.attributes))
  for (const [name, value] of attributes) {
    expect(name).not.toMatch(/^on|^style$|^srcdoc$|^formaction$/i)
    // The homes of programs are the only addresses that lead elsewhere.
    const leads = /^(?:href|src|action)$/i.test(name) && !homes.includes(value)
    expect(leads ? value : '').toMatch(/^(?:\/(?![/\\])|#|$)/)
  }
  expect(body).not.toMatch(/<img src=x|<!--evil/)
  expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/)
}

const MARKUP: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '\'"><img src=x onerror=alert(1)>',
  '</title></head><body onload=alert(1)>',
  '</textarea><svg/onload=alert(1)>',
  '<!--evil',
  '&lt;script&gt;',
  '&#x3c;script&#x3e;',
  '{{constructor.constructor("x")()}}',
  '`${alert(1)}`',
  '" onfocus=alert(1) autofocus="',
  "' onfocus=alert(1) autofocus='",
  '" style="position:fixed',
  'javascript:alert(1)',
  '\u00abscript\u00bb',
  '\u2039script\u203a \u02bc\uff1cscript\uff1e',
  '<a href="https://evil.example.test">here</a>',
]
const REFUSED: readonly string[] = [
  'a\u202eb',
  'a\u2066b',
  'a\u2028b',
  'a\u0000b',
  'a\u0007b',
  'a\u001b[31mb',
  'a\u0085b',
  'a\nb',
  'a\ud800b',
]

describe('a citizen’s name and phone number', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = target.identity.browser()
    await signIn(browser, await addCitizen(target.identity.service))
  })

  // proves: threat-injected-text
  test.each(MARKUP)('%j is text wherever it is shown', async (text) => {
    const saved = await browser.submit(
      await browser.get('/account/profile/'),
      { full_name: text, phone_number: '' },
      { button: /Save/ },
    )
    expect(saved.status).toBe(200)
    const attempt = newAttempt(await addProgram(target.identity.service))
    for (const path of [
      '/account/',
      '/account/profile/',
      '/account/sessions/',
      '/account/programs/',
      '/account/password/',
      authorizeAddress(attempt),
    ]) {
      const page = await browser.get(path)
      expect(page.status).toBe(200)
      expectTame(page.body)
    }
    const input = (await browser.get('/account/profile/')).html.querySelector('input[name=full_name]')
    expect(input?.getAttribute('value')).toBe(text)
  })

  test.each(REFUSED.filter((text) => !text.includes('\ud800')))(
    '%j is refused, and what is shown again is tame',
    async (text) => {
      const form = await browser.get('/account/profile/')
      for (const fields of [{ full_name: text }, { full_name: 'Ana', phone_number: text }]) {
        const refused = await browser.post(
          '/account/profile/',
          {
            csrf_token: form.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? '',
            ...fields,
          },
          { follow: false },
        )
        expect(refused.status).toBe(400)
        expect(parse(refused.body).querySelectorAll('script')).toEqual([])
      }
    },
  )
})

describe('a program’s name (portico client add)', () => {
  // proves: threat-injected-text
  test.each([MARKUP[1], MARKUP[2], MARKUP[7]].map(String))(
    '%j is text on every page that names it',
    async (name) => {
      const run = runPortico(
        [
          'client',
          'add',
          name,
          '--redirect-uri',
          'https://p.example.test/cb',
          '--reason',
          'a test',
          '--json',
        ],
        target.identity.environment,
      )
      const { code, output } = await run.ended
      expect([code, output.includes('\u001b')]).toEqual([0, false])
      const clientId = (JSON.parse(output) as { client_id: string }).client_id
      const attempt = newAttempt({ ...target.program, clientId, redirectUri: 'https://p.example.test/cb' })
      const stranger = target.identity.browser()
      const login = await stranger.get(authorizeAddress(attempt))
      expectTame(login.body)
      const decision = await stranger.submit(login, { email: target.citizen.email, password: TEST_PASSWORD })
      expect(decision.html.querySelector('h1')?.text).toContain(name)
      expectTame(decision.body)
      await stranger.submit(decision, {}, { button: 'Continue', follow: false })
      expectTame((await stranger.get('/account/programs/')).body, [
        'https://p.example.test/',
        'https://permits.example.test/',
      ])
    },
  )

  test.each(['a\u202eb', 'a\nb\u001b[31m', 'a\u200bb', ' '])('%j is refused', async (name) => {
    const run = runPortico(
      ['client', 'add', name, '--redirect-uri', 'https://p.example.test/cb', '--reason', 'a test'],
      target.identity.environment,
    )
    const { code, output } = await run.ended
    expect(code).not.toBe(0)
    expect(output).not.toMatch(/Client secret|\u001b|\u202e|\n\s+at /)
  })
})

describe('what a browser says that it is', () => {
  // proves: threat-injected-text
  test.each(MARKUP)(
    '%j reaches neither the list of sessions nor the letter about a new device',
    async (text) => {
      const citizen = await addCitizen(target.identity.service)
      // Headers are bytes. Other characters are sent as UTF-8, as a careless client does.
      const spoken = Buffer.from(`${text} Firefox/1`).toString('latin1')
      const known = target.identity.browser()
      await signIn(known, citizen)
      await signIn(target.identity.browser({ 'accept-language': 'en', 'user-agent': spoken }), citizen)
      const sessions = await known.get('/account/sessions/')
      expectTame(sessions.body)
      expect(sessions.html.text).toContain('Firefox')
      const mail = await target.mailServer.mailTo(citizen.email, /./)
      expect(`${mail.html}`).not.toMatch(/<script|<img|<svg|<[^>]*\son\w+=|evil/)
      for (const shown of [sessions.html.text, `${mail.text}`, `${mail.subject}`])
        expect(shown).not.toContain(text)
    },
  )
})

describe('what somebody typed is shown again as text', () => {
  test.each(MARKUP)('%j', async (text) => {
    const browser = target.identity.browser()
    const login = await browser.get('/login/')
    expectTame((await browser.submit(login, { email: text, password: text })).body)
    const register = await browser.get('/register/')
    expectTame((await browser.submit(register, { email: text, full_name: text, phone_number: text })).body)
    expectTame((await browser.submit(await browser.get('/recover/'), { email: text })).body)
    const query = new URLSearchParams({
      link: text,
      notice: text,
      resume: text,
      email: text,
      error: text,
      error_description: text,
    })
    for (const path of [
      '/login/',
      '/register/confirm/',
      '/recover/confirm/',
      '/register/sent/',
      '/recover/sent/',
      '/account/',
      `/${encodeURIComponent(text)}`,
    ]) {
      const page = await browser.get(`${path}?${query}`)
      expect(page.status).toBeLessThan(500)
      expectTame(page.body)
    }
    const { parameters } = newAttempt(target.program, { login_hint: text, ui_locales: text })
    expectTame(
      (
        await target.identity
          .browser({ 'accept-language': 'en' })
          .get(`/o/authorize/?${new URLSearchParams(parameters)}`)
      ).body,
    )
  })

  test.each(REFUSED)('%j in a hint, an address or a link', async (text) => {
    const { parameters } = newAttempt(target.program, { login_hint: text })
    for (const path of [
      `/o/authorize/?${new URLSearchParams(parameters)}`,
      `/login/?${new URLSearchParams({ resume: text })}`,
      `/register/confirm/?${new URLSearchParams({ link: text })}`,
    ]) {
      const page = await target.identity.browser().get(path)
      expect(page.status).toBeLessThan(500)
      expect(parse(page.body).querySelectorAll('script:not([src^="/assets/"])')).toEqual([])
    }
  })
})

describe('what every answer carries', () => {
  const PAGES = [
    '/login/',
    '/register/',
    '/recover/',
    '/logout/',
    '/account/',
    '/account/profile/',
    '/account/security/',
    '/account/sessions/',
    '/account/programs/',
    '/account/password/',
    '/account/passkeys/',
    '/account/passkeys/offer/',
    '/account/codes/',
    '/account/codes/add/',
    '/login/code/',
    '/login/code/lost/',
    '/login/code/lost/confirm/',
    '/login/code/keep/',
    '/login/code/kept/',
    '/account/address/',
    '/account/address/confirm/',
    '/account/address/keep/',
    '/account/address/kept/',
    '/register/sent/',
    '/register/confirm/',
    '/recover/confirm/',
    '/register/done/',
    '/recover/done/',
    '/o/authorize/',
    '/o/authorize/decision/',
    '/login',
    '/nothing',
    '/%00',
    '/%',
  ]
  const PROGRAMS = [
    '/api/health/',
    '/api/v1/accounts/register/',
    '/api/v1/accounts/recover/',
    '/o/token/',
    '/o/revoke/',
    '/o/userinfo/',
    '/api/integrations/introspect/',
    '/.well-known/openid-configuration',
    '/o/.well-known/jwks.json',
    '/api/nothing',
    '/o/nothing',
  ]
  const PUBLIC = new Set(['/.well-known/openid-configuration', '/o/.well-known/jwks.json'])

  const REQUESTS: readonly (readonly [string, string | null])[] = [
    ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => [method, null] as const),
    ...['', 'csrf_token=x', '%'].map((body) => ['POST', body] as const),
  ]

  function expectHeaders({ headers }: Response, isPublic: boolean): void {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toMatch(isPublic ? /max-age=\d+/ : /^no-store$/)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull()
    if (headers.get('content-type')?.startsWith('text/html') !== true) return
    // The pages with passkeys name their one script.
    const ofPasskeys = / script-src http:\/\/localhost:\d+\/assets\/portico\.[0-9a-f]{16}\.js;/
    const policy = headers.get('content-security-policy')?.replace(ofPasskeys, '')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/unsafe|script-src|\*|data:|https?:/)
    expect(headers.get('x-frame-options')).toBe('DENY')
  }

  // proves: threat-page-headers
  test.each([...PAGES, ...PROGRAMS])('%s, by every method, good or bad', async (path) => {
    for (const [method, body] of REQUESTS) {
      for (const cookie of ['', target.cookie]) {
        const type = 'application/x-www-form-urlencoded'
        const headers = { cookie, 'content-type': type, authorization: 'Basic eDp5' }
        const answer = await target.fetch(path, { method, headers, body })
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toMatch(INSIDE)
        expectHeaders(answer, PUBLIC.has(path) && answer.status === 200)
      }
    }
  })

  test('a cookie is for this host, for no script and for no other site', async () => {
    for (const path of PAGES) {
      for (const line of (await target.fetch(path)).headers.getSetCookie()) {
        expect(line).toMatch(/; HttpOnly/)
        expect(line).toMatch(/; SameSite=Lax/)
        expect(line).toMatch(/; Path=\//)
        expect(line).not.toMatch(/domain=/i)
      }
    }
  })
})
