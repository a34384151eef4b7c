import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CookieBrowser, cookieBrowser, signInWith } from '../../testing/cookie-browser.ts'
import { closeServers } from '../../testing/framework-apps.ts'
import { PAGES } from '../../testing/page-apps.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { OWN_COOKIE, sendTo } from '../../testing/send-to.ts'
import { signInThrough } from '../testing/index.ts'

const COOKIE = '__Host-portico'
const SCRIPT = {
  accept: '*/*',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
}
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

describe.each(PAGES)('pages of %s', (_name, start) => {
  let program: TestProgram
  let browser: CookieBrowser
  let send: (asked: Request) => Promise<Response>
  let close: () => unknown
  let subject: string

  beforeEach(async () => {
    program = testProgram({ cookies: {} })
    const served = await start(program.sso)
    close = served.close
    send = sendTo(served.base)
    browser = cookieBrowser(send)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    subject = citizen.subject
  })
  afterEach(async () => {
    await close()
    await closeServers()
  })

  const signIn = (path?: string) =>
    signInWith(browser, (url) => program.identity.authorize(url, { subject }), path)
  const get = async (path: string, headers: Record<string, string>) =>
    send(new Request(`${BASE}${path}`, { headers: browser.headers(headers) }))
  const seen = async (response: Response) => {
    const text = await response.text()
    const code = text.startsWith('{') ? ` ${(JSON.parse(text) as { code: string }).code}` : ''
    return `${response.status}${code}`
  }

  // proves: program-cookie-pages-or-401
  test('a page asks for a sign-in and comes back with its query', async () => {
    const asked = await browser.open('/permits?page=2&q=a%20b')
    expect(asked.status).toBe(303)
    expect(asked.headers.get('location')).toBe(
      `${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fpage%3D2%26q%3Da%2520b`,
    )
    expect(asked.headers.get('cache-control')).toBe('no-store')
    const landed = await signIn('/permits?page=2&q=a%20b')
    expect(landed.headers.get('location')).toBe(`${BASE}/permits?page=2&q=a%20b`)
    expect([...browser.jar.keys()]).toEqual([COOKIE])
    expect(await (await browser.open('/permits?page=2')).text()).toBe('for account-1')
  })

  test('a callback that nobody knows leads to a page that leads on, and its code stays in no address', async () => {
    const led = await browser.open('/api/v1/sso/callback/?code=one-use&state=x')
    expect([led.status, led.headers.get('location')]).toEqual([303, `${BASE}/api/v1/sso/callback/`])
    const page = await browser.open('/api/v1/sso/callback/')
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(`href="${BASE}/"`)])
  })

  test('below a router, the page comes back as a whole', async () => {
    const location = (await browser.open('/area/permits?x=1')).headers.get('location')
    expect(location).toBe(`${BASE}/api/v1/sso/login?return_to=%2Farea%2Fpermits%3Fx%3D1`)
    await signIn()
    expect(await (await browser.open('/area/permits')).text()).toBe('for account-1')
  })

  test.each([
    ['a script', SCRIPT],
    ['an event stream', { ...SCRIPT, accept: 'text/event-stream' }],
    ['an image', { accept: 'image/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script of an old browser', { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }],
    ['a client that says nothing', {}],
    ['a client that takes everything', { accept: '*/*' }],
  ])('%s without a session gets 401 and JSON, and no redirect', async (_what, headers) => {
    const answered = await get('/permits', headers)
    expect(answered.headers.get('location')).toBeNull()
    expect(await seen(answered)).toBe('401 missing_token')
  })

  test.each([
    ['a script', SCRIPT],
    ['an event stream', { ...SCRIPT, accept: 'text/event-stream' }],
    ['a download', { accept: '*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
  ])('%s works with the cookie', async (_what, headers) => {
    await signIn()
    expect(await (await get('/permits', headers)).text()).toBe('for account-1')
  })

  test('a form of the own page works, and one of another site does not', async () => {
    await signIn()
    expect(await (await browser.submit('/permits')).text()).toBe('for account-1')
    expect(await seen(await browser.submit('/permits', FOREIGN))).toBe('401 cross_site_request')
    expect(await seen(await browser.submit('/permits', { ...FOREIGN, 'sec-fetch-site': 'same-site' }))).toBe(
      '401 cross_site_request',
    )
    expect(await (await browser.open('/permits', { 'sec-fetch-site': 'cross-site' })).text()).toBe(
      'for account-1',
    )
  })

  test('a form without a session is refused, and begins no sign-in', async () => {
    const answered = await browser.submit('/permits')
    expect([await seen(answered), answered.headers.get('location')]).toEqual(['401 missing_token', null])
  })

  // proves: program-cookie-pages-or-401
  test('during an outage a page is 503, and neither begins a sign-in nor loses the cookie', async () => {
    await signIn()
    await program.clock.advance(30_000)
    program.identity.outage('500')
    const page = await browser.open('/permits')
    expect([page.status, page.headers.get('location'), page.headers.has('retry-after')]).toEqual([
      503,
      null,
      true,
    ])
    expect(await seen(await get('/permits', SCRIPT))).toBe('503 identity_unavailable')
    program.identity.outage('off')
    await program.clock.advance(10_000)
    expect((await browser.open('/permits')).status).toBe(200)
  })

  test('when the central session ends, a page asks again and a script gets 401; no cookie is deleted', async () => {
    await signIn()
    program.identity.endCentralSession(subject)
    await program.clock.advance(30_000)
    expect(await seen(await get('/permits', SCRIPT))).toBe('401 session_ended')
    const page = await browser.open('/permits')
    expect([page.status, page.headers.getSetCookie()]).toEqual([303, []])
  })

  // proves: program-cookie-parallel
  test('a request that was slow does not delete the cookie of a newer sign-in', async () => {
    await signIn()
    const old = browser.headers(SCRIPT)
    await program.clock.advance(1000)
    await signIn()
    const withOld = async () => seen(await send(new Request(`${BASE}/permits`, { headers: old })))
    await expect.poll(withOld).toBe('401 session_revoked')
    expect((await browser.open('/permits')).status).toBe(200)
  })

  // proves: program-cookie-optional
  test('an open page refuses nobody: visitors, citizens, forms of other sites, an outage', async () => {
    expect(await (await browser.open('/open')).text()).toBe('for everybody')
    await signIn()
    expect(await (await browser.open('/open')).text()).toBe('for account-1')
    const { accessToken } = await signInThrough(program.sso, program.identity, { subject })
    const bearer = { authorization: `Bearer ${accessToken}` }
    expect(await (await send(new Request(`${BASE}/open`, { headers: bearer }))).text()).toBe('for account-1')
    await program.clock.advance(30_000)
    program.identity.outage('500')
    const during = await browser.open('/open')
    expect([during.status, await during.text()]).toEqual([200, 'for everybody'])
    expect(await (await get('/open', { cookie: `${COOKIE}=x` })).text()).toBe('for everybody')
  })

  // proves: program-cookie-logout
  test('a form signs out and leads to a page; the cookie is dead, also for whoever kept it', async () => {
    await signIn()
    const kept = browser.headers(SCRIPT)
    const left = await browser.submit('/api/v1/sso/logout?return_to=/goodbye')
    expect([left.status, left.headers.get('location')]).toEqual([303, `${BASE}/goodbye`])
    expect(browser.jar.size).toBe(0)
    expect(await seen(await send(new Request(`${BASE}/permits`, { headers: kept })))).toBe(
      '401 session_revoked',
    )
    expect((await browser.submit('/api/v1/sso/logout')).headers.get('location')).toBe(`${BASE}/`)
  })

  // proves: program-cookie-logout
  test('another site cannot sign a citizen out', async () => {
    await signIn()
    for (const headers of [
      FOREIGN,
      { ...FOREIGN, origin: 'null' },
      { origin: '', 'sec-fetch-site': 'none' },
    ]) {
      const answered = await browser.submit('/api/v1/sso/logout', headers)
      expect([await seen(answered), answered.headers.getSetCookie()]).toEqual(['401 cross_site_request', []])
    }
    const blind = await send(new Request(`${BASE}/api/v1/sso/logout`, { method: 'POST', headers: FOREIGN }))
    expect([await seen(blind), blind.headers.getSetCookie()]).toEqual(['401 missing_token', []])
    expect((await browser.open('/api/v1/sso/logout')).status).toBe(405)
    expect((await browser.open('/permits')).status).toBe(200)
  })

  // proves: program-cookie-logout
  test('a sign-out leads to no other site, and works during an outage', async () => {
    await signIn()
    program.identity.outage('refused')
    const left = await browser.submit('/api/v1/sso/logout?return_to=//evil.example')
    expect([left.status, left.headers.get('location')]).toEqual([303, `${BASE}/`])
    expect(browser.jar.size).toBe(0)
  })

  test('a script signs out with 204', async () => {
    await signIn()
    const headers = { ...SCRIPT, origin: BASE }
    expect((await browser.submit('/api/v1/sso/logout', headers)).status).toBe(204)
    expect(browser.jar.size).toBe(0)
  })
})

test.each(PAGES.slice(0, 2))("%s keeps the program's own cookies beside ours", async (_name, start) => {
  const { base } = await start(testProgram({ cookies: {} }).sso)
  const begun = await sendTo(base, 'nothing')(new Request(`${BASE}/api/v1/sso/login`))
  expect(begun.headers.getSetCookie()).toEqual([OWN_COOKIE, expect.stringMatching(/^__Host-portico-login-/)])
  await closeServers()
})
