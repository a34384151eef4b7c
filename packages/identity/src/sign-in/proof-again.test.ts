import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../testing/people.ts'
import { authorizeAddress, enterProgram, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, suspendCitizen } from '../citizens/index.ts'

const SESSION = 'portico_session'
let service: TestService
let program: TestClient
let citizen: Citizen
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service?.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
  browser = service.browser()
  await signIn(browser, citizen)
  service.clock.advance(100)
})

const ask = (changes: Readonly<Record<string, string>> = { prompt: 'login' }): Promise<Visited> =>
  browser.get(authorizeAddress(newAttempt(program, changes)))
const addressIn = ({ html }: Visited) => html.querySelector('input[name=email]')?.getAttribute('value')
const focusIn = ({ html }: Visited) => html.querySelectorAll('[autofocus]').map(({ id }) => id)
const pathOf = ({ url }: Visited) => new URL(url).pathname
const enter = (page: Visited, fields: Readonly<Record<string, string>>) =>
  browser.submit(page, { password: TEST_PASSWORD, ...fields }, { follow: false })

test.each([[{ prompt: 'login' }], [{ max_age: '0' }], [{ max_age: '60' }]])(
  'whoever is signed in and is asked again by %j gives the password alone',
  async (changes) => {
    const form = await ask(changes)
    expect([pathOf(form), addressIn(form), focusIn(form)]).toEqual(['/login/', citizen.email, ['password']])
    expect(form.html.querySelector('input[name=email]')?.hasAttribute('readonly')).toBe(false)
    for (const part of [citizen.email, encodeURIComponent(citizen.email), citizen.citizenId])
      expect(form.url).not.toContain(part)
    expect((await enter(form, {})).location).toContain('/o/authorize/?resume=')
  },
)

test('another account signs in with the same form', async () => {
  const other = await addCitizen(service)
  const entered = await enter(await ask(), { email: other.email })
  expect(entered.location).toContain('/o/authorize/?resume=')
  expect((await browser.get('/account/')).body).toContain(other.email)
})

test('a wrong password keeps the address that was typed in its place', async () => {
  const form = await ask()
  const again = await enter(form, { email: 'somebody@example.test', password: 'wrong' })
  expect([addressIn(again), focusIn(again)]).toEqual(['somebody@example.test', ['']])
})

test('login_hint wins, and the focus is where it was without it', async () => {
  const form = await ask({ prompt: 'login', login_hint: 'bob@example.test' })
  expect([addressIn(form), focusIn(form)]).toEqual(['bob@example.test', []])
})

test.each([
  [
    'is ended elsewhere',
    async () => {
      const other = service.browser()
      await signIn(other, citizen)
      await other.submit(await other.get('/account/sessions/'), {}, { button: 'Sign out all other' })
    },
  ],
  [
    'is of an account that was suspended',
    async () => {
      const reason = 'a test'
      await suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason })
    },
  ],
  [
    'was ended by a new password',
    async () => {
      await service.foundation.db.query`
        update citizens set security_version = security_version + 1 where citizen_id = ${citizen.citizenId}`
    },
  ],
  ['is too old', async () => service.clock.advance(15 * 86_400)],
  ['was signed out here', async () => void (await browser.submit(await browser.get('/logout/'), {}))],
])('the form is empty where the session %s', async (_, end) => {
  await end()
  expect(addressIn(await ask())).toBeUndefined()
})

test('it is empty, too, where the session ends while the request waits', async () => {
  const { url } = await ask()
  expect(addressIn(await browser.get(url))).toBe(citizen.email)
  await suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'a test' })
  expect(addressIn(await browser.get(url))).toBeUndefined()
})

test('a request that waits shows no address of whoever has signed in since', async () => {
  const { url } = await ask()
  browser.cookies.delete(SESSION)
  expect(addressIn(await browser.get(url))).toBeUndefined()
  const other = await addCitizen(service)
  const next = service.browser()
  await signIn(next, other)
  browser.cookies.set(SESSION, next.cookies.get(SESSION) ?? '')
  expect(addressIn(await browser.get(url))).toBeUndefined()
})

test('nobody sees it who has the address of the page, or a cookie that is none', async () => {
  const { url } = await ask()
  expect(addressIn(await service.browser().get(url))).toBeUndefined()
  for (const value of ['x', '', `${browser.cookies.get(SESSION)}x`]) {
    browser.cookies.set(SESSION, value)
    expect(addressIn(await browser.get(url))).toBeUndefined()
  }
})

test('whoever is asked for another account types its address', async () => {
  expect(addressIn(await ask({ prompt: 'select_account' }))).toBeUndefined()
  const page = await ask({ prompt: 'consent' })
  const another = await browser.submit(page, {}, { button: /another account/i })
  expect([pathOf(another), addressIn(another)]).toEqual(['/login/', undefined])
})

test('a program that means somebody else gets an empty form (OpenID Connect Core section 3.1.2.1)', async () => {
  const other = await addCitizen(service)
  const { tokens } = await enterProgram(service, program, other)
  expect(addressIn(await ask({ id_token_hint: tokens.id_token }))).toBeUndefined()
  const own = await enterProgram(service, program, citizen)
  const hinted = await ask({ prompt: 'login', id_token_hint: own.tokens.id_token })
  expect(addressIn(hinted)).toBe(citizen.email)
})

test('the form of a browser without a session, and the one of the account, stay empty', async () => {
  browser = service.browser()
  expect([addressIn(await ask()), addressIn(await browser.get('/login/'))]).toEqual([undefined, undefined])
})
