import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import { addSoftPasskey, SoftPasskey } from '../../testing/soft-passkey.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, setPasswordHash } from '../citizens/index.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service?.close()
})

const OFFER = '/account/passkeys/offer/'

/** Signs in as the script of the page does where the device can make passkeys. */
async function enter(
  browser: TestBrowser,
  { email }: Citizen,
  address = '/login/',
  able: Record<string, string> = { makes_passkeys: 'yes' },
) {
  const page = await browser.get(address)
  const answer = await browser.submit(page, { email, password: TEST_PASSWORD, ...able }, { follow: false })
  const { pathname, search } = new URL(answer.location ?? '', service.baseUrl)
  return { pathname, search }
}

test('the offer comes once for each password, and never to who has a passkey', async () => {
  const citizen = await addCitizen(service)
  expect((await enter(service.browser(), citizen)).pathname).toBe(OFFER)
  service.clock.advance(60)
  expect((await enter(service.browser(), citizen)).pathname).toBe('/account/')
  // As a recovery does.
  const { db, clock } = service.foundation
  await setPasswordHash(db, citizen.citizenId, citizen.passwordHash, clock.now())
  service.clock.advance(60)
  const browser = service.browser()
  expect((await enter(browser, citizen)).pathname).toBe(OFFER)
  await addSoftPasskey(browser, service)
  await setPasswordHash(db, citizen.citizenId, citizen.passwordHash, clock.now())
  service.clock.advance(60)
  expect((await enter(service.browser(), citizen)).pathname).toBe('/account/')
})

test('a browser that does not say that it can make passkeys gets none, and uses up none', async () => {
  const citizen = await addCitizen(service)
  for (const able of [{}, { makes_passkeys: '' }, { makes_passkeys: 'no' }])
    expect((await enter(service.browser(), citizen, '/login/', able)).pathname).toBe('/account/')
  expect((await enter(service.browser(), citizen)).pathname).toBe(OFFER)
})

test('the offer keeps the request of a program: added, refused or "Not now", it goes on there', async () => {
  const program = await addProgram(service)
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const { pathname, search } = await enter(browser, citizen, authorizeAddress(newAttempt(program)))
  expect(pathname).toBe(OFFER)
  const page = await browser.get(pathname + search)
  expect(page.headers.get('content-security-policy')).not.toContain('form-action')
  const onward = await browser.click(page, 'Not now')
  expect(onward.html.querySelector('h1')?.text).toBe('Continue to Parking Permits?')
  const passkey = new SoftPasskey(service.baseUrl)
  const refused = await browser.post('/account/passkeys/add/', {
    ...passkey.made(page, { origin: 'https://evil.example' }),
  })
  expect(refused.status).toBe(400)
  expect(refused.html.querySelector('h1')?.text).toBe('Sign in without a password next time')
  const added = await browser.post('/account/passkeys/add/', passkey.made(refused))
  expect(added.html.querySelector('h1')?.text).toBe('Your passkey is added')
  expect(added.html.querySelector('[role=status]')?.hasAttribute('autofocus')).toBe(true)
  const last = await browser.click(added, 'Continue')
  expect(last.html.querySelector('h1')?.text).toBe('Continue to Parking Permits?')
})

test('where no program waits, the page of passkeys says that it is added', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  expect((await enter(browser, citizen)).pathname).toBe(OFFER)
  const page = await browser.get(OFFER)
  const made = new SoftPasskey(service.baseUrl).made(page)
  const added = await browser.post('/account/passkeys/add/', { ...made, from: 'offer' })
  expect(new URL(added.url).pathname).toBe('/account/passkeys/')
  const said = added.html.querySelector('[role=status]')
  expect(said?.text).toContain('The passkey is added.')
  expect(said?.hasAttribute('autofocus')).toBe(true)
  // A made-up address says nothing of the kind.
  const forged = await browser.get(`${OFFER}?notice=added`)
  expect(forged.html.querySelector('[role=status]')).toBeNull()
})

test('the page of the offer leads on where nothing can be offered, and leads nowhere else', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  expect((await browser.get(OFFER)).url).toContain('/login/')
  await signIn(browser, citizen)
  const page = await browser.get(`${OFFER}?resume=https%3A%2F%2Fevil.example%2F`)
  expect(page.html.querySelector('.actions a')?.getAttribute('href')).toBe('/account/')
  service.clock.advance(301)
  expect((await browser.get(OFFER)).url).toBe(`${service.baseUrl}/account/`)
})

test('a host that is an IP address has no passkeys, and its sign-in page shows a password all the same', async () => {
  const other = await startTestService({
    environment: { PORTICO_BASE_URL: 'https://192.0.2.7' },
  })
  const login = await other.browser().get('/login/')
  expect(login.html.querySelector('form[data-passkey]')).toBeNull()
  expect(login.html.querySelectorAll('script')).toHaveLength(1)
  expect(login.html.querySelector('#password')?.getAttribute('data-show')).toBe('Show password')
  expect(login.html.querySelector('#email')?.getAttribute('autocomplete')).toBe('username')
  await other.close()
})
