import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enrol, SoftApp } from '../../testing/soft-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'

const SIX_MINUTES = 360
const CHOSEN = 'nine purple umbrellas'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

/** A session that began with the password alone, before its owner added an app in another browser. */
async function earlierSession(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  await enrol(service, citizen)
  return browser
}

const changePassword = async (browser: TestBrowser, password: string) =>
  browser.submit(await browser.get('/account/password/'), { current_password: TEST_PASSWORD, password })
const asksForPassword = async (browser: TestBrowser, path: string) =>
  (await browser.get(path)).html.querySelector('main input[name=password]') !== null

// proves: threat-code-removed
test('a session of before the app changes no passkey, however recent its password', async () => {
  const browser = await earlierSession(await addCitizen(service))
  expect(await asksForPassword(browser, '/account/passkeys/')).toBe(true)
  const offer = await browser.get('/account/passkeys/offer/')
  expect(new URL(offer.url).pathname).toBe('/account/')
})

test('a page that asks for a proof says why', async () => {
  const why = async (path: string) =>
    (await browser.get(path)).html.querySelector('section[aria-labelledby=prove] p')?.text
  const browser = await earlierSession(await addCitizen(service))
  for (const path of ['/account/codes/', '/account/passkeys/'])
    expect(await why(path)).toContain('You signed in without a code from your app.')
  service.clock.advance(SIX_MINUTES)
  for (const path of [
    '/account/codes/',
    '/account/passkeys/',
    '/account/data/',
    '/account/close/',
    '/account/address/',
  ])
    expect(await why(path)).toMatch(/^You signed in more than 5 minutes ago\. To /)
})

// proves: threat-code-removed
test('a change of the password makes no session recent', async () => {
  const browser = await earlierSession(await addCitizen(service))
  service.clock.advance(SIX_MINUTES)
  const changed = await changePassword(browser, CHOSEN)
  expect(changed.url).toContain('notice=changed')
  for (const path of ['/account/passkeys/', '/account/data/', '/account/close/'])
    expect([path, await asksForPassword(browser, path)]).toEqual([path, true])
})

// proves: threat-code-removed
test('a form for a first app adds no second one to an account that has one by now', async () => {
  const citizen = await addCitizen(service)
  const thief = service.browser()
  await signIn(thief, citizen)
  const form = await thief.get('/account/codes/add/')
  await enrol(service, citizen)
  await thief.submit(form, { code: new SoftApp(service, form).code() }, { button: 'Add the app' })
  const [row] = await service.database.db.query<{ apps: number }>`
    select count(*)::int as apps from authenticators where citizen_id = ${citizen.citizenId}`
  expect(row?.apps).toBe(1)
})

// proves: threat-code-guessed
test('a right password on another page does not forgive wrong codes', async () => {
  const citizen = await addCitizen(service)
  const browser = await earlierSession(citizen)
  const failures = async () =>
    service.database.db.query`
      select failures from known_devices where citizen_id = ${citizen.citizenId} order by device_hash`
  const page = await browser.submit(await browser.get('/account/passkeys/'), { password: TEST_PASSWORD })
  expect(new URL(page.url).pathname).toBe('/login/code/')
  for (const code of ['000000', '000001', '000002']) await browser.submit(page, { code })
  const before = await failures()
  expect(JSON.stringify(before)).toContain('3')
  await changePassword(browser, 'short')
  expect(await failures()).toEqual(before)
})
