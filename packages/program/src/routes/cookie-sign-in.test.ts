import { describe, expect, test } from 'vitest'
import {
  browserOf,
  type CookieBrowser,
  leadsTo,
  openedCallback,
  signInWith,
} from '../../testing/cookie-browser.ts'
import { BASE, beginSignIn, outcome, type TestProgram, testProgram } from '../../testing/program.ts'

const COOKIE = '__Host-portico'
const ANA = 'ana@example.test'
const withCookies = (changes: Parameters<typeof testProgram>[0] = {}) =>
  testProgram({ cookies: {}, ...changes })
const login = (path: string) => `/api/v1/sso/login?return_to=${encodeURIComponent(path)}`

/** A citizen of a program, with a browser. */
function citizenOf(program: TestProgram, email = ANA) {
  const citizen = program.identity.addCitizen({ email })
  const browser = browserOf(program.sso)
  const authorize = (url: string) => program.identity.authorize(url, citizen)
  return { citizen, browser, authorize, signIn: (path?: string) => signInWith(browser, authorize, path) }
}

const ask = ({ sso }: TestProgram, browser: CookieBrowser, own: Record<string, string> = {}) =>
  sso.authenticate({ headers: browser.headers(own), method: 'GET' })
const locationOf = (response: Response) => response.headers.get('location')

describe('a sign-in by redirects', () => {
  // proves: program-cookie-sign-in, program-cookie-attributes
  test('ends on the page with its query, with one opaque cookie that only the browser sees', async () => {
    const program = withCookies()
    const { browser, signIn } = citizenOf(program)
    const landed = await signIn('/permits?page=2&q=a%20b')
    expect([landed.status, locationOf(landed)]).toEqual([303, `${BASE}/permits?page=2&q=a%20b`])
    const [line = ''] = landed.headers.getSetCookie().filter((one) => one.startsWith(`${COOKIE}=`))
    expect(line).toMatch(/^__Host-portico=ppc_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
    expect([...browser.jar.keys()]).toEqual([COOKIE])
    expect(await ask(program, browser)).toMatchObject({ status: 'ok', account: { email: ANA } })
    expect(JSON.stringify([...program.logged, ...program.events])).not.toContain(browser.jar.get(COOKIE))
  })

  test('keeps the cookie for fourteen days only if the program says so', async () => {
    const program = withCookies({ cookies: { keptAfterClosing: true, name: 'permits' } })
    const landed = await citizenOf(program).signIn()
    expect(landed.headers.getSetCookie().join()).toMatch(/__Host-permits=ppc_[\w-]{43}; .*; Max-Age=1209600/)
  })

  // proves: program-cookie-sign-in
  test('several tabs of one browser sign in at the same time', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const tabs = ['/one', '/two', '/three', '/four', '/five']
    const begun = await Promise.all(tabs.map((path) => browser.open(login(path))))
    const landed = await Promise.all(
      begun.map(async (one) => browser.open(await authorize(locationOf(one) ?? ''))),
    )
    expect(landed.map(locationOf)).toEqual(tabs.map((path) => `${BASE}${path}`))
    expect(await ask(program, browser)).toMatchObject({ status: 'ok' })
  })

  // proves: program-cookie-attributes
  test('makes a new cookie at each sign-in, and ends the session of the old one', async () => {
    const program = withCookies()
    const { browser, signIn } = citizenOf(program)
    await signIn()
    const old = browser.jar.get(COOKIE) ?? ''
    await program.clock.advance(1000)
    await signIn()
    expect(browser.jar.get(COOKIE)).not.toBe(old)
    const withOld = () => program.sso.authenticate({ headers: { cookie: `${COOKIE}=${old}` }, method: 'GET' })
    await expect.poll(withOld).toMatchObject({ code: 'session_revoked' })
    expect(await ask(program, browser)).toMatchObject({ status: 'ok' })
  })

  test('a used callback leads back to the page, and one that was too slow begins again', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const first = await authorize(locationOf(await browser.open(login('/permits'))) ?? '')
    const slow = await authorize(locationOf(await browser.open(login('/slow'))) ?? '')
    await browser.open(first)
    expect(locationOf(await browser.open(first))).toBe(`${BASE}/permits`)
    await program.clock.advance(600_001)
    expect(locationOf(await browser.open(slow))).toBe(`${BASE}/api/v1/sso/login?return_to=%2Fslow`)
  })
})

describe('a browser that did not begin the sign-in', () => {
  // proves: program-cookie-own-browser
  test('is not signed in as the person who did', async () => {
    const program = withCookies()
    const thief = citizenOf(program, 'thief@example.test')
    const callback = await thief.authorize(locationOf(await thief.browser.open(login('/permits'))) ?? '')
    const asked = program.identity.log.length
    const victim = browserOf(program.sso)
    const landed = await victim.open(callback, { 'sec-fetch-site': 'cross-site' })
    expect(locationOf(landed)).toBe(`${BASE}/api/v1/sso/login?return_to=%2Fpermits&again=1`)
    expect([...victim.jar.keys()]).toEqual([`${COOKIE}-again`])
    expect(program.accounts.all.size).toBe(0)
    expect(program.identity.log).toHaveLength(asked)
  })

  // proves: program-cookie-own-browser
  test('is not signed in with the cookie of another sign-in, or with two cookies', async () => {
    const program = withCookies()
    const thief = citizenOf(program, 'thief@example.test')
    const victim = citizenOf(program)
    for (const both of [false, true]) {
      const callback = await thief.authorize(locationOf(await thief.browser.open(login('/permits'))) ?? '')
      await victim.browser.open(login('/permits'))
      const [name = '', stolen = ''] = [...thief.browser.jar].at(-1) ?? []
      const [, own = ''] = [...victim.browser.jar].at(-1) ?? []
      const cookie = both ? `${name}=${stolen}; ${name}=${own}` : `${name}=${own}`
      const landed = await victim.browser.open(callback, { cookie })
      expect(locationOf(landed)).toContain('/login?')
      expect(landed.headers.getSetCookie().join()).not.toContain('ppc_')
      victim.browser.jar.delete(`${COOKIE}-again`)
    }
  })

  // proves: program-cookie-begins-again
  test('begins a sign-in of its own by itself, and is signed in as whoever it is', async () => {
    const program = withCookies()
    const thief = citizenOf(program, 'thief@example.test')
    const callback = await thief.authorize(locationOf(await thief.browser.open(login('/permits'))) ?? '')
    const { browser, authorize } = citizenOf(program)
    const again = locationOf(await browser.open(callback, { 'sec-fetch-site': 'cross-site' })) ?? ''
    const begun = await browser.open(again, { 'sec-fetch-site': 'cross-site' })
    const landed = await browser.open(await authorize(await leadsTo(begun)), {
      'sec-fetch-site': 'cross-site',
    })
    expect(locationOf(landed)).toBe(`${BASE}/permits`)
    expect(await ask(program, browser)).toMatchObject({ status: 'ok' })
    expect(program.accounts.all.size).toBe(1)
  })

  // proves: program-cookie-begins-again
  test('begins it once: the second time it sees the page, for as long as the first is young', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const come = async (by = browserOf(program.sso)) =>
      openedCallback(by, await authorize(locationOf(await browser.open(login('/permits'))) ?? ''))
    const other = browserOf(program.sso)
    expect((await come(other)).answer.status).toBe(303)
    const { answer: second } = await come(other)
    expect([second.status, await second.text()]).toEqual([
      400,
      expect.stringContaining('began in another browser'),
    ])
  })

  // proves: program-cookie-begins-again
  test('begins none where it keeps no cookies, and sees why', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const callback = await authorize(locationOf(await browser.open(login('/permits'))) ?? '')
    const without = browserOf(program.sso)
    const again = locationOf(await without.open(callback)) ?? ''
    without.jar.clear()
    const told = await without.open(again)
    expect([told.status, locationOf(told)]).toEqual([400, null])
    expect(await told.text()).toContain('this browser keeps no cookies')
    expect(without.jar.size).toBe(0)
  })

  test.each(['&again=0', '&again=1&again=1', '&again='])(
    'an address of another site with %s begins nothing, and leads on',
    async (more) => {
      const program = withCookies()
      const told = await browserOf(program.sso).open(`${login('/permits')}${more}`)
      expect([told.status, await told.text()]).toEqual([400, expect.stringContaining('Sign in again')])
    },
  )

  test('gets the page of the program, if there is one, which begins nothing by itself', async () => {
    const program = withCookies({ cookies: { problemPage: '/sign-in-problem?lang=en' } })
    const { authorize, browser } = citizenOf(program)
    const callback = await authorize(locationOf(await browser.open(login('/permits?a=b&c'))) ?? '')
    const other = browserOf(program.sso)
    other.jar.set(`${COOKIE}-again`, '1')
    expect(locationOf(await other.open(callback))).toBe(
      `${BASE}/sign-in-problem?lang=en&sso_error=other_browser&return_to=%2Fpermits%3Fa%3Db%26c`,
    )
  })
})

describe('a sign-in that does not work', () => {
  const again = `${BASE}/api/v1/sso/login?return_to=%2Fpermits`
  test.each([
    ['cancelled', 200, 'You did not finish signing in.', again],
    ['unavailable', 503, 'Nothing was changed.', again],
    // Another sign-in would end on the same page.
    ['existing_account', 409, 'You already have an account here.', `${BASE}/"`],
  ])('%s: a page with %i and a link that helps', async (word, status, words, link) => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    program.accounts.emailBelongsToLocalAccount = async () => word === 'existing_account'
    const url = locationOf(await browser.open(login('/permits?q="><script>'))) ?? ''
    const callback = word === 'cancelled' ? program.identity.decline(url) : await authorize(url)
    if (word === 'unavailable') program.identity.outage('500')
    const { answer: landed } = await openedCallback(browser, callback)
    const text = await landed.text()
    expect([landed.status, text.includes(words), text.includes('<script>')]).toEqual([status, true, false])
    expect([...text.matchAll(/href="/g)]).toHaveLength(1)
    expect(text).toContain(`href="${link}`)
    expect(landed.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(browser.jar.size).toBe(0)
  })

  test.each(['refused', 'timeout', '500', '429'] as const)(
    'login/ answers 503 during an outage (%s), and sets no cookie',
    async (kind) => {
      const program = withCookies()
      program.identity.outage(kind)
      const browser = browserOf(program.sso)
      const begun = await browser.open(login('/permits'))
      expect([begun.status, begun.headers.has('retry-after'), browser.jar.size]).toEqual([503, true, 0])
    },
  )

  test('login/ counts with begin/ against the limit of an address', async () => {
    const program = withCookies({ throttle: { beginPerIp: { limit: 1, windowMs: 60_000 } } })
    const from = () => program.sso.handle(new Request(`${BASE}${login('/permits')}`), { ip: '203.0.113.7' })
    expect([(await from())?.status, (await from())?.status]).toEqual([303, 429])
  })
})

describe('return_to', () => {
  const EVIL = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\n/evil.example',
    '/\u0000/evil.example',
    '/..//evil.example',
    '/a/../..//evil.example',
    '/%2e%2e//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%252f%252fevil.example',
    '/%25252f%25252fevil.example',
    '/%5cevil.example',
    '/%255Cevil.example',
    '/%09/evil.example',
    '/%0d%0aset-cookie:a=b',
    '/%00',
    'https://evil.example/',
    'HTTPS:evil.example',
    'https:/evil.example',
    `${BASE}.evil.example/`,
    `${BASE}@evil.example/`,
    `${BASE}/permits`,
    'javascript:alert(1)',
    'data:text/html,x',
    'permits',
    '',
    '?page=2',
    '#top',
    '/api/v1/sso/login',
    '/api/v1/sso/logout',
    '/x/../api/v1/sso/login?return_to=/',
    `/${'x'.repeat(6_001)}`,
    '/%5C%5cevil.example',
    `/%${'25'.repeat(9)}2fevil.example`,
  ]
  // proves: program-cookie-return-path
  test.each(EVIL)('refuses %j', async (path) => {
    const browser = browserOf(withCookies().sso)
    const begun = await browser.open(login(path))
    expect([begun.status, locationOf(begun), browser.jar.size]).toEqual([400, null, 0])
  })

  test('refuses two of them', async () => {
    const begun = await browserOf(withCookies().sso).open(`${login('/permits')}&return_to=//evil.example`)
    expect(begun.status).toBe(400)
  })

  test.each([
    ['/', '/'],
    ['/permits/', '/permits/'],
    ['/straße?q=ä', '/stra%C3%9Fe?q=%C3%A4'],
    ['/rates/100%25', '/rates/100%25'],
    ['/rates/100%2525', '/rates/100%2525'],
    ['/%', '/%'],
    ['/caf%E9', '/caf%E9'],
    ['/files/a%5Cb', '/files/a%5Cb'],
    ['/files\\b?at=C:\\x', '/files/b?at=C:\\x'],
    [`/search?q=${'x'.repeat(4_000)}`, `/search?q=${'x'.repeat(4_000)}`],
    ['/search?next=https://other.example/%0A', '/search?next=https://other.example/%0A'],
    ['/a/./b/../c#part', '/a/c#part'],
    ['/@evil.example', '/@evil.example'],
    ['/:80//evil.example', '/:80//evil.example'],
  ])('%s leads to %s of this program', async (path, expected) => {
    const { signIn } = citizenOf(withCookies())
    expect(locationOf(await signIn(path))).toBe(`${BASE}${expected}`)
  })

  // proves: program-cookie-return-path
  test('stays below the path of the program', async () => {
    const own = { program: { baseUrl: 'https://permits.example.test/city', returnUris: [] } }
    const program = withCookies(own)
    const { signIn, browser } = citizenOf(program)
    expect((await browser.open(login('/other'))).status).toBe(400)
    expect((await browser.open(login('/city/../other'))).status).toBe(400)
    expect(locationOf(await signIn('/city/permits'))).toBe(`${BASE}/city/permits`)
    expect((await browser.open('/api/v1/sso/login')).status).toBe(303)
  })
})

describe('login/ itself', () => {
  test.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 204],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 400],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 400],
    ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 400],
    ['a doubled cookie', { cookie: `${COOKIE}=a; ${COOKIE}=b` }, 400],
  ])('begins nothing for %s', async (_what, headers, status) => {
    const program = withCookies()
    const begun = await browserOf(program.sso).open(login('/permits'), headers)
    expect([begun.status, locationOf(begun)]).toEqual([status, null])
    expect(program.identity.log).toHaveLength(0)
  })

  test('leaves at most 32 cookies of sign-ins that nobody finished', async () => {
    const { browser, authorize } = citizenOf(withCookies())
    for (let tabs = 0; tabs < 40; tabs += 1) await browser.open(login(`/${tabs}`))
    const last = locationOf(await browser.open(login('/last'))) ?? ''
    expect(browser.jar.size).toBe(32)
    expect(locationOf(await browser.open(await authorize(last)))).toBe(`${BASE}/last`)
  })

  test('begins for a page that the own service worker passes on', async () => {
    const { browser } = citizenOf(withCookies())
    const passedOn = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }
    expect((await browser.open(login('/permits'), passedOn)).status).toBe(303)
  })

  test('of 33 tabs, each leads to its own page; the one that was forgotten begins again', async () => {
    const { browser, authorize } = citizenOf(withCookies())
    const callbacks: string[] = []
    for (let tab = 0; tab < 33; tab += 1)
      callbacks.push(await authorize(locationOf(await browser.open(login(`/page/${tab}`))) ?? ''))
    const lost = await browser.open(callbacks[0] ?? '')
    expect(locationOf(lost)).toBe(`${BASE}${login('/page/0')}&again=1`)
    for (const tab of [9, 1, 32])
      expect(locationOf(await browser.open(callbacks[tab] ?? ''))).toBe(`${BASE}/page/${tab}`)
  })

  test('a tab that was forgotten leads whoever is signed in to its page, and redeems nothing', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const first = await authorize(locationOf(await browser.open(login('/first'))) ?? '')
    for (const name of browser.jar.keys()) browser.jar.delete(name)
    const second = await authorize(locationOf(await browser.open(login('/second'))) ?? '')
    await browser.open(second)
    const tokens = program.identity.log.filter(({ path }) => path === '/o/token/').length
    const session = browser.jar.get(COOKIE)
    expect(locationOf(await browser.open(first))).toBe(`${BASE}/first`)
    expect(browser.jar.get(COOKIE)).toBe(session)
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(tokens)
  })

  test('a sign-in that took a day begins again, and one that nobody knows leads to the start page', async () => {
    const program = withCookies()
    const { browser, authorize } = citizenOf(program)
    const callback = await authorize(locationOf(await browser.open(login('/permits'))) ?? '')
    await program.clock.advance(23 * 3_600_000)
    await program.sso.purge()
    expect(locationOf(await browser.open(callback))).toContain('/api/v1/sso/login?return_to=%2Fpermits')
    await program.clock.advance(2 * 3_600_000)
    await program.sso.purge()
    const clean = locationOf(await browser.open(callback)) ?? ''
    expect(clean).toBe(`${BASE}/api/v1/sso/callback/`)
    const unknown = await browser.open(clean)
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await unknown.text()).toContain(`href="${BASE.replace(/[:/]/g, (s) => s)}/"`)
  })

  // proves: program-cookie-off
  test('is not there without cookie mode, and its cookie counts for nothing', async () => {
    const on = withCookies()
    const { browser, signIn } = citizenOf(on)
    await signIn()
    const off = testProgram({ store: on.store, clock: on.clock })
    expect(await outcome(await off.ask('GET', 'login'))).toBe('404 not_found')
    expect(await outcome(await off.ask('POST', 'login'))).toBe('404 not_found')
    expect(await ask(off, browser)).toMatchObject({ code: 'missing_token' })
    expect(await outcome(await off.ask('POST', 'logout/', { headers: browser.headers() }))).toBe(
      '401 missing_token',
    )
  })

  // proves: program-cookie-no-bearer
  test('the endpoints of an app take no cookie', async () => {
    const program = withCookies()
    const { browser, signIn } = citizenOf(program)
    await signIn()
    const headers = browser.headers({ 'sec-fetch-site': 'same-origin', origin: BASE })
    expect(await outcome(await program.ask('GET', 'status/', { headers }))).toBe('401 missing_token')
    const body = { return_uri: `${BASE}/signed-in`, code_challenge: 'A'.repeat(43), link: true }
    const legacy = { authenticate: async () => null, closeLegacyAccess: async () => undefined }
    Object.assign(program.accounts, { legacy })
    expect(await outcome(await program.ask('POST', 'begin/', { headers, body }))).toBe('401 missing_token')
  })

  test('an app beside it signs in as before', async () => {
    const program = withCookies()
    const { citizen } = citizenOf(program)
    const { url } = await beginSignIn(program)
    const landed = await program.sso.handle(new Request(await program.identity.authorize(url, citizen)))
    expect([landed?.status, landed?.headers.getSetCookie()]).toEqual([302, []])
    expect(locationOf(landed ?? new Response())).toMatch(/\/signed-in\?sso_code=ssoc_/)
  })
})
