// Takes long, because whole stories are told in several tabs of a real browser.
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { PATIENCE_MILLISECONDS } from './chromium.ts'
import { signal } from './kit/until.ts'
import {
  type Guest,
  hasLoaded,
  openGuest,
  openPermitsStage,
  type PermitsProgram,
  type PermitsStage,
} from './permits-stage.ts'
import { intercept } from './presses.ts'

/** Several tabs, processes and networks of one citizen, at the real program. */
let stage: PermitsStage
let guest: Guest
let refreshes: Request[]
const name = 'Tara Tabs'

beforeAll(async () => {
  // Far above the use of these tests, except in the test of the limit.
  stage = await openPermitsStage({ throttle: { beginPerIp: { limit: 40, windowMs: 60_000 } } })
})
afterAll(() => stage?.close())

beforeEach(async () => {
  guest = await openGuest(stage)
  refreshes = []
  guest.context.on('request', (request) => {
    if (request.url().includes('/sso/refresh/')) refreshes.push(request)
  })
})

afterEach(async () => {
  await guest.close()
  stage.library.clock.advance(-ahead)
  ahead = 0
  await stage.permits.database.shut(false)
  expect(guest.faults.filter((fault) => fault.startsWith('script:'))).toEqual([])
})

const newCitizen = () => addCitizen(stage.identity.service, { fullName: name })
const signedIn = (page: Page) => expect.poll(() => page.locator('#name').textContent()).toBe(name)
const notice = (page: Page) => page.locator('#notice-text')

async function signIn(program = stage.permits): Promise<{ subject: string; email: string }> {
  const citizen = await newCitizen()
  await guest.signIn(program, citizen.email)
  await guest.isSignedIn(name)
  await hasLoaded(guest.page)
  return citizen
}

async function apply(page: Page, plate: string): Promise<void> {
  await page.getByLabel('Number plate').fill(plate)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}

const hasPermit = (page: Page, plate: string) =>
  page.locator('#permits-list li', { hasText: plate }).waitFor()

/** A tab that the first one has opened: in the same browser process, with the same storage. */
async function secondTab(program = stage.permits): Promise<Page> {
  const [page] = await Promise.all([
    guest.context.waitForEvent('page'),
    guest.page.evaluate(`void window.open(${JSON.stringify(program.url)})`),
  ])
  page.setDefaultTimeout(PATIENCE_MILLISECONDS)
  await signedIn(page)
  await hasLoaded(page)
  return page
}

const ACCESS_MS = 15 * 60_000
let ahead = 0

/** Makes the access tokens of the library expire. The clock is set back after the test, because otherwise nobody could sign in. */
function untilTokensEnd(): void {
  ahead += ACCESS_MS
  stage.library.clock.advance(ACCESS_MS)
}

/** Access tokens are 15 minutes old: both tabs get a 401 before either may renew. */
async function bothAreTold(pages: readonly Page[]): Promise<void> {
  const told = Promise.all(
    pages.map((page) =>
      page.waitForResponse((answer) => /permits\/$/.test(answer.url()) && answer.status() === 401),
    ),
  )
  const gate = signal()
  for (const page of pages)
    await intercept(page, '**/api/v1/sso/refresh/', async (route) => {
      await gate.reached
      await route.continue()
    })
  await Promise.all(pages.map((page, index) => apply(page, `TT ${index}000`)))
  await told
  gate.reach()
}

const sessionsOf = async (subject: string, pool = stage.library.pool) =>
  (
    await pool.query('select ended_cause as cause, generation from sso.sessions where subject = $1', [
      subject,
    ])
  ).rows

describe('two tabs of one browser', () => {
  // proves: program-5.2-tabs-renew-once
  test('renew with one request when their token ends under both at once, and both stay signed in (contract 5, rule 2)', async () => {
    const { subject } = await signIn(stage.library)
    const other = await secondTab(stage.library)
    const pages = [guest.page, other]
    untilTokensEnd()
    await bothAreTold(pages)
    await Promise.all(pages.map((page, index) => hasPermit(page, `TT ${index}000`)))
    await Promise.all(pages.map(signedIn))
    expect(refreshes).toHaveLength(1)
    expect(await sessionsOf(subject)).toEqual([{ cause: null, generation: 2 }])
  })

  // proves: program-5.4-logout-is-local
  test('a sign-out in one is seen by the other, which begins nothing by itself', async () => {
    const { subject } = await signIn()
    const other = await secondTab()
    await guest.signOut()
    await guest.isTold(/You are signed out here/)
    await other.locator('#sign-in').waitFor()
    expect(await other.locator('#permits').isHidden()).toBe(true)
    expect(await other.locator('#name').textContent()).toBe('')
    await expect.poll(() => sessionsOf(subject, stage.permits.pool)).toMatchObject([{ cause: 'logout' }])
    expect(new URL(other.url()).origin).toBe(stage.permits.url)
  })

  // proves: program-app-tabs-share-ending
  test('an end of the central session that one is told of is seen by the other, with the reason', async () => {
    const { subject } = await signIn()
    const other = await secondTab()
    await stage.identity.db
      .query`update citizens set security_version = security_version + 1 where subject = ${subject}`
    stage.permits.clock.advance(30_000)
    await apply(guest.page, 'EN 0000')
    for (const page of [guest.page, other]) {
      await page.locator('#signed-out').waitFor()
      await expect
        .poll(() => notice(page).textContent())
        .toMatch(/ended at your central account.* Sign in again to go on\.$/)
    }
  })
})

describe('without a network', () => {
  // proves: program-app-offline
  test('words at once, nothing typed is lost, and the network coming back is enough', async () => {
    await signIn()
    await guest.context.setOffline(true)
    await apply(guest.page, 'NE 7000')
    await expect.poll(() => notice(guest.page).textContent()).toMatch(/You seem to be offline/)
    expect(await guest.page.getByLabel('Number plate').inputValue()).toBe('NE 7000')
    expect(await guest.inaccessible()).toEqual([])
    await guest.context.setOffline(false)
    await guest.page.locator('#notice').waitFor({ state: 'hidden' })
    await guest.pressOnPage('Apply')
    await hasPermit(guest.page, 'NE 7000')
  })

  // proves: program-app-offline
  test('signing in says so, and goes on when pressed again', async () => {
    const citizen = await newCitizen()
    await guest.goTo(stage.permits)
    await guest.context.setOffline(true)
    await guest.pressOnPage('Sign in')
    await guest.isTold(/You seem to be offline/)
    await guest.context.setOffline(false)
    await guest.pressOnPage('Try again')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
    await guest.pressMain()
    await guest.press('Continue')
    await guest.isSignedIn(name)
  })
})

/** Requests the address of the callback before the browser follows the redirect. */
async function signInAfter(ask: (callback: string) => Promise<void>): Promise<void> {
  const citizen = await newCitizen()
  await guest.page.route('**/o/authorize/**', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const { location = '' } = answer.headers()
    if (location.includes('/sso/callback/')) await ask(location)
    await route.fulfill({ response: answer })
  })
  await guest.goTo(stage.permits)
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/login/')
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.press('Continue')
}

describe('somebody else asks for the address of the callback first', () => {
  // proves: program-callback-look-ahead-harmless
  test.each<[string, RequestInit]>([
    ['a browser that looks ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older one', { headers: { purpose: 'prefetch' } }],
    ['a program that only wants to know whether it is there', { method: 'HEAD' }],
  ])('%s uses nothing up, and the citizen is signed in', async (_who, init) => {
    const statuses: number[] = []
    await signInAfter(async (callback) => {
      const { status, headers } = await fetch(callback, { redirect: 'manual', ...init })
      statuses.push(status)
      expect(headers.get('location')).toBeNull()
    })
    await guest.isSignedIn(name)
    expect(statuses).toEqual([204])
  })

  // proves: program-7-callback-errors-actionable
  test('a scanner that follows it in full gets a code that is of no use to it, and the citizen starts again', async () => {
    let landing = ''
    await signInAfter(async (callback) => {
      landing = (await fetch(callback, { redirect: 'manual' })).headers.get('location') ?? ''
    })
    await guest.isTold('You did not finish signing in.')
    const code = new URL(landing).searchParams.get('sso_code')
    const stolen = await fetch(`${stage.permits.url}/api/v1/sso/exchange/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: 'x'.repeat(43) }),
    })
    expect([stolen.status, ((await stolen.json()) as { code: string }).code]).toEqual([
      401,
      'handoff_invalid',
    ])
    await guest.page.unroute('**/o/authorize/**')
    await guest.pressOnPage('Sign in')
    await guest.isSignedIn(name)
  })
})

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await wanted.and(guest.page.locator(':focus')).count()) > 0) return
    await guest.page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to ${wanted}`)
}

// proves: program-app-keyboard-screen-reader
test('from signing in to an application with Tab and Enter alone', async () => {
  const citizen = await newCitizen()
  const { page } = guest
  const { keyboard } = page
  const button = (label: RegExp | string) => page.getByRole('button', { name: label })
  await guest.goTo(stage.permits)
  await tabTo(button('Sign in'))
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/login/')
  await tabTo(page.locator('input[name=email]'))
  await keyboard.type(citizen.email)
  await tabTo(page.locator('input[name=password]'))
  await keyboard.type(TEST_PASSWORD)
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/o/authorize/')
  await tabTo(button(/^Continue/))
  await keyboard.press('Enter')
  await guest.isSignedIn(name)
  await tabTo(page.getByLabel('Number plate'))
  await keyboard.type('KE 4000')
  await tabTo(page.getByLabel('Zone'))
  await keyboard.press('ArrowDown')
  await tabTo(button('Apply'))
  await keyboard.press('Enter')
  await hasPermit(page, 'KE 4000')
  // After the application is sent, the focus is not lost.
  await tabTo(page.getByLabel('Number plate'))
  await tabTo(button('Sign out'))
  await keyboard.press('Enter')
  await guest.isTold(/You are signed out here/)
})

/** The stored data of the signed-in citizen in the page of this program. */
async function tokensOf(
  program: PermitsProgram,
): Promise<{ access: string; refresh: string; rotationId: string }> {
  const key = `portico ${program.url} session`
  return JSON.parse(await guest.page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`))
}

const post = (url: string, body: object, bearer?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })

describe('the citizen gets words for', () => {
  // proves: program-app-clear-only-when-over
  test('401: signed out on another device', async () => {
    await signIn()
    const { access } = await tokensOf(stage.permits)
    expect((await post(`${stage.permits.url}/api/v1/sso/logout/`, {}, access)).status).toBe(204)
    await apply(guest.page, 'UN 4010')
    await guest.isTold(/^You are signed out here, .* Sign in again to go on\.$/)
    expect(await guest.page.locator('#permits').isHidden()).toBe(true)
    await guest.pressOnPage('Sign in')
    await guest.isSignedIn(name)
  })

  // proves: program-7-429-asks-to-wait
  test('429: too many applications, and what was typed stays', async () => {
    await signIn()
    const { access } = await tokensOf(stage.permits)
    const url = `${stage.permits.url}/api/v1/permits/`
    const limit = 30
    for (let count = 0; count < limit; count += 1)
      expect((await post(url, { plate: `TM ${1000 + count}`, zone: 'harbour' }, access)).status).toBe(201)
    await apply(guest.page, 'TM 4290')
    await expect
      .poll(() => guest.page.locator('#apply .form-error').textContent())
      .toMatch(/^Too many tries\. Please wait \d+\sminutes\.$/)
    expect(await guest.page.getByLabel('Number plate').inputValue()).toBe('TM 4290')
    expect(await guest.inaccessible()).toEqual([])
  })

  // proves: program-7-429-asks-to-wait
  test('429: too many sign-ins from one address, with the seconds, and it goes on afterwards', async () => {
    const { url, clock } = stage.library
    const wanted = { return_uri: `${url}/signed-in`, code_challenge: 'A'.repeat(43) }
    let refused = 0
    while (refused === 0) refused = (await post(`${url}/api/v1/sso/begin/`, wanted)).status === 429 ? 1 : 0
    await guest.goTo(stage.library)
    await guest.pressOnPage('Sign in')
    await guest.isTold(/^Too many tries\. Please wait \d+\sseconds\.$/)
    expect(await guest.page.locator('#notice-button').isDisabled()).toBe(true)
    expect(await guest.page.locator('#sign-in').isHidden()).toBe(true)
    clock.advance(60_000)
    await guest.goTo(stage.library)
    await guest.pressOnPage('Sign in')
    await guest.page.waitForURL((address) => address.pathname === '/login/')
  })

  test('503: a page that is loaded while the database is away says so, and goes on by itself', async () => {
    await signIn()
    await stage.permits.database.shut(true)
    await guest.page.reload()
    await expect.poll(() => notice(guest.page).textContent()).toMatch(/You are still signed in/)
    await stage.permits.database.shut(false)
    await guest.isSignedIn(name)
    await guest.page.locator('#notice').waitFor({ state: 'hidden' })
  })
})

describe('two processes of one program', () => {
  // proves: program-5.2-refresh-rotates
  test('renew one session at once: the same request gets the same pair from both, and it goes on (contract 5)', async () => {
    const { subject } = await signIn()
    const { refresh: refresh_token, rotationId: rotation_id } = await tokensOf(stage.permits)
    const processes = await Promise.all([stage.permits.ownProcess(), stage.permits.ownProcess()])
    const ask = (at: string, rotation = rotation_id) =>
      post(`${at}/api/v1/sso/refresh/`, { refresh_token, rotation_id: rotation })
    const answers = await Promise.all([...processes, ...processes].map((at) => ask(at)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const pairs = (await Promise.all(answers.map((answer) => answer.json()))) as {
      access_token: string
      refresh_token: string
    }[]
    expect(new Set(pairs.map((pair) => `${pair.access_token} ${pair.refresh_token}`)).size).toBe(1)
    expect(await sessionsOf(subject, stage.permits.pool)).toEqual([{ cause: null, generation: 2 }])
    for (const at of processes) {
      const me = await fetch(`${at}/api/v1/me/`, {
        headers: { authorization: `Bearer ${pairs[0]?.access_token}` },
      })
      expect(me.status).toBe(200)
    }
    // Another rotation id with the same token means a copy. So the session ends for both.
    const copied = await ask(processes[1] ?? '', 'somebody-elses-rotation')
    expect([copied.status, ((await copied.json()) as { code: string }).code]).toEqual([401, 'refresh_reused'])
    expect(await sessionsOf(subject, stage.permits.pool)).toMatchObject([{ cause: 'refresh_reuse' }])
  })

  // proves: program-processes-any-process
  test('serve a tab each, and one renewal is enough for both', async () => {
    const { subject } = await signIn(stage.library)
    const other = await secondTab(stage.library)
    const { listening } = await stage.library.another()
    // `fallback` also asks the route that holds renewals back until both tabs got their 401.
    await other.route('**/api/v1/**', (route) =>
      route.fallback({ url: route.request().url().replace(stage.library.url, listening) }),
    )
    untilTokensEnd()
    await bothAreTold([guest.page, other])
    await hasPermit(guest.page, 'TT 0000')
    await hasPermit(other, 'TT 1000')
    expect(refreshes).toHaveLength(1)
    expect(await sessionsOf(subject)).toEqual([{ cause: null, generation: 2 }])
  })
})
