// Takes long, because at each step of a sign-in in a real browser the service is killed and started again.
import type { Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { signal } from './kit/until.ts'
import { type Guest, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'

/** An outage of the identity service, or of the program's database, at one step of a sign-in. */
let stage: PermitsStage
let guest: Guest
const name = 'Olive Outage'

/** The waiting requests of the program to the identity service, by path. */
const gates = new Map<string, { reach(): void; opened: Promise<void> }>()

const fetchThroughGates: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const gate = gates.get(pathname)
  gates.delete(pathname)
  gate?.reach()
  await gate?.opened
  return fetch(input, init)
}

beforeAll(async () => {
  stage = await openPermitsStage({ fetch: fetchThroughGates })
})
afterAll(() => stage?.close())

beforeEach(async () => {
  // The pause of a breaker that the previous test has opened is over.
  stage.permits.clock.advance(12_000)
  guest = await openGuest(stage)
})

afterEach(async () => {
  const { addresses, faults } = guest
  await guest.close()
  await stage.permits.database.shut(false)
  if (isAway) await back()
  expect(faults.filter((fault) => fault.startsWith('script:'))).toEqual([])
  expect(
    addresses.filter((address) => /ppa_|ppr_|access_token|id_token|code_verifier/.test(address)),
  ).toEqual([])
})

const UNAVAILABLE = 'Sign-in is not available right now. Nothing was changed.'
const WAITING = "We can't check your sign-in right now. You are still signed in; we will try again."

let isAway = false
async function away(): Promise<void> {
  isAway = true
  await stage.identity.kill()
}
async function back(): Promise<void> {
  await stage.identity.start()
  isAway = false
}
const newCitizen = () => addCitizen(stage.identity.service, { fullName: name })

/** Opens the sign-in page of the identity service by the program's button. */
async function leave(label = 'Sign in'): Promise<void> {
  await guest.pressOnPage(label)
  await guest.page.waitForURL((url) => url.pathname === '/login/')
}

/** From the sign-in page to the program, signed in. */
async function signInFrom(email: string): Promise<void> {
  await guest.fill({ email, password: TEST_PASSWORD })
  await guest.pressMain()
  if (new URL(guest.page.url()).pathname === '/o/authorize/') await guest.press('Continue')
  await guest.isSignedIn(name)
}

/** Presses a link to a service that does not answer. The browser shows its own error page. */
async function pressIntoTheVoid(label: string | RegExp): Promise<void> {
  const failed = guest.page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
  await Promise.all([failed, guest.page.getByRole('button', { name: label }).click()])
  await guest.page.waitForURL('chrome-error://**')
}

/** Makes the next request to an address wait. Returns functions that stop it and release it. */
async function hold(path: string): Promise<{ reached: Promise<void>; release(): Promise<void> }> {
  const gate = signal()
  let held: Route | undefined
  await guest.page.route(`**${path}*`, async (route) => {
    if (held) return route.continue()
    held = route
    gate.reach()
  })
  return { reached: gate.reached, release: async () => held?.continue() }
}

/** Makes the program's next request to the identity service wait. */
function holdCentral(path: string): { reached: Promise<void>; release(): void } {
  const [arrival, opening] = [signal(), signal()]
  gates.set(path, { reach: arrival.reach, opened: opening.reached })
  return { reached: arrival.reached, release: opening.reach }
}

const accountsOf = async (subject: string) =>
  (await stage.permits.pool.query('select 1 from sso.identities where subject = $1', [subject])).rows.length

const apply = async (plate: string) => {
  await guest.page.getByLabel('Number plate').fill(plate)
  await guest.pressOnPage('Apply')
}

const hasPermit = (plate: string) => guest.page.locator('#permits-list li', { hasText: plate }).waitFor()

// proves: program-7-503-offers-retry
test('the identity service is away before anybody has begun: words, and the same button goes on (contract 4.2, 7)', async () => {
  const citizen = await newCitizen()
  await away()
  await guest.goTo(stage.permits)
  await guest.pressOnPage('Sign in')
  await guest.isTold(UNAVAILABLE)
  expect(await guest.inaccessible()).toEqual([])
  await guest.pressOnPage('Try again')
  await guest.isTold(UNAVAILABLE)
  await back()
  await leave('Try again')
  await signInFrom(citizen.email)
})

// proves: program-callback-service-outage
test('it stops on the sign-in page: going back and filling in again is enough', async () => {
  const citizen = await newCitizen()
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await away()
  await pressIntoTheVoid(/^Sign in$/)
  await back()
  await guest.page.goBack()
  await signInFrom(citizen.email)
})

// proves: program-callback-service-outage
test('it stops on the confirmation page: going back and confirming again is enough', async () => {
  const citizen = await newCitizen()
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await away()
  await pressIntoTheVoid('Continue')
  await back()
  await guest.page.goBack()
  await guest.press('Continue')
  await guest.isSignedIn(name)
})

// proves: program-6-error-unavailable, program-7-503-offers-retry, program-begin-no-dead-sign-in-page
test('it stops at the callback, before the code is redeemed: no account is made, the citizen reads so, and trying again goes on (contract 4.2, 7)', async () => {
  const citizen = await newCitizen()
  const redeeming = holdCentral('/o/token/')
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.page.getByRole('button', { name: 'Continue' }).click({ noWaitAfter: true })
  await redeeming.reached
  await away()
  redeeming.release()
  await guest.isTold(UNAVAILABLE)
  expect(await accountsOf(citizen.subject)).toBe(0)
  // Nobody is redirected to a page that does not answer: the program first checks an endpoint that has just failed.
  const begun = guest.page.waitForResponse(/sso\/begin\//)
  await guest.pressOnPage('Try again')
  expect((await begun).status()).toBe(503)
  await guest.isTold(UNAVAILABLE)
  await back()
  await guest.pressOnPage('Try again')
  await guest.isSignedIn(name)
})

// proves: program-callback-service-outage
test('it stops between the callback and the exchange: the handoff needs it no more', async () => {
  const citizen = await newCitizen()
  const exchange = await hold('/api/v1/sso/exchange/')
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.page.getByRole('button', { name: 'Continue' }).click({ noWaitAfter: true })
  await exchange.reached
  await away()
  await exchange.release()
  await guest.isSignedIn(name)
  await apply('HA 1000')
  await hasPermit('HA 1000')
  await back()
})

// proves: program-exchange-reply-lost
test('the reply to the exchange is lost with the network: the citizen reads so, and trying again goes on', async () => {
  const citizen = await newCitizen()
  await guest.page.route(
    '**/api/v1/sso/exchange/',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.press('Continue')
  await guest.isTold(UNAVAILABLE)
  await guest.pressOnPage('Try again')
  await guest.isSignedIn(name)
  expect(await accountsOf(citizen.subject)).toBe(1)
})

// proves: program-4.2-503-keeps-credentials
test('it stops while the program is used: 503 in words, what was typed stays, nobody is signed out (contract 4.2)', async () => {
  const citizen = await newCitizen()
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn(name)
  await away()
  stage.permits.clock.advance(31_000)
  await apply('US 3000')
  await expect.poll(() => guest.page.locator('#notice-text').textContent()).toBe(WAITING)
  expect(await guest.page.getByLabel('Number plate').inputValue()).toBe('US 3000')
  expect(await guest.page.locator('#name').textContent()).toBe(name)
  expect(await guest.inaccessible()).toEqual([])
  await back()
  stage.permits.clock.advance(10_000)
  await guest.page.locator('#notice').waitFor({ state: 'hidden' })
  await guest.pressOnPage('Apply')
  await hasPermit('US 3000')
})

// proves: program-4.2-503-keeps-credentials
test('it stops before a page that is reloaded with an expired token: it waits, and goes on by itself', async () => {
  // A separate program: after sixteen minutes its clock differs too much from the service's for any sign-in.
  const citizen = await newCitizen()
  await guest.signIn(stage.library, citizen.email)
  await guest.isSignedIn(name)
  await away()
  stage.library.clock.advance(16 * 60_000)
  const asked = guest.page.waitForResponse(/sso\/refresh\//)
  await guest.page.reload()
  expect((await asked).status()).toBe(503)
  await expect.poll(() => guest.page.locator('#notice-text').textContent()).toBe(WAITING)
  await back()
  stage.library.clock.advance(10_000)
  await guest.isSignedIn(name)
  await guest.page.locator('#notice').waitFor({ state: 'hidden' })
  const { rows } = await stage.library.pool.query('select ended_at from sso.sessions where subject = $1', [
    citizen.subject,
  ])
  expect(rows).toEqual([{ ended_at: null }])
})

test('it is away at the sign-out of the program: signed out here all the same, and nothing is left behind', async () => {
  const citizen = await newCitizen()
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn(name)
  await away()
  const answered = guest.page.waitForResponse(/sso\/logout\//)
  await guest.pressOnPage('Sign out')
  await guest.isTold(/You are signed out here/)
  expect((await answered).status()).toBe(204)
  await guest.page.reload()
  await guest.page.locator('#sign-in').waitFor()
  const { rows } = await stage.permits.pool.query(
    'select ended_cause, central_sealed from sso.sessions where subject = $1',
    [citizen.subject],
  )
  expect(rows).toEqual([{ ended_cause: 'logout', central_sealed: null }])
  await back()
  await guest.pressOnPage('Sign in')
  await guest.isSignedIn(name)
})

// proves: program-callback-database-outage
test('the program’s database is away before anybody has begun, and at the callback: words, and a reload goes on', async () => {
  const citizen = await newCitizen()
  const { database } = stage.permits
  await guest.goTo(stage.permits)
  await database.shut(true)
  await guest.pressOnPage('Sign in')
  await guest.isTold(UNAVAILABLE)
  await database.shut(false)
  await leave('Try again')
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await database.shut(true)
  await guest.press('Continue')
  await expect
    .poll(() => guest.page.locator('body').innerText())
    .toMatch(/Nothing was changed: try again in a minute/)
  await database.shut(false)
  await guest.page.reload()
  await guest.isSignedIn(name)
})

test('the program’s database is away at the exchange and in use: words, nothing is lost, and trying again goes on', async () => {
  const citizen = await newCitizen()
  const { database } = stage.permits
  const exchange = await hold('/api/v1/sso/exchange/')
  await guest.goTo(stage.permits)
  await leave()
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.page.getByRole('button', { name: 'Continue' }).click({ noWaitAfter: true })
  await exchange.reached
  await database.shut(true)
  await exchange.release()
  await guest.isTold(UNAVAILABLE)
  await database.shut(false)
  await guest.pressOnPage('Try again')
  await guest.isSignedIn(name)
  await database.shut(true)
  await apply('DB 5000')
  await expect
    .poll(() => guest.page.locator('#notice-text, #apply .form-error').allTextContents())
    .toContainEqual(expect.stringMatching(/still signed in|not available right now/))
  expect(await guest.page.getByLabel('Number plate').inputValue()).toBe('DB 5000')
  await database.shut(false)
  await guest.page.locator('#notice').waitFor({ state: 'hidden' })
  await guest.pressOnPage('Apply')
  await hasPermit('DB 5000')
})
