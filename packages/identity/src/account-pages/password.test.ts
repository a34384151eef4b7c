import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enterProgram, introspect } from '../../testing/program-flow.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, findCitizen } from '../citizens/index.ts'

const NEW_PASSWORD = 'seven sleepy herons waded'
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function signedIn(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  return browser
}

async function change(browser: TestBrowser, current_password: string, password: string) {
  const page = await browser.get('/account/password/')
  return browser.submit(page, { current_password, password })
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/account/', { follow: false })).status === 200
}

async function lettersTo({ email }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${email} and kind <> 'new-device'`
  return rows.map(({ kind }) => kind)
}

/** How often new passwords were judged. */
async function judged(): Promise<unknown> {
  return service.foundation.db.query`
    select counter, spent from rate_counters where counter like 'new-password-%' order by counter`
}

describe('the right current password', () => {
  test('changes the password; the old one is worth nothing from then on', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const answer = await change(browser, TEST_PASSWORD, NEW_PASSWORD)
    expect(answer.url).toBe(`${service.baseUrl}/account/password/?notice=changed`)
    await expect(signIn(service.browser(), citizen)).rejects.toThrow('400')
    await signIn(service.browser(), citizen, NEW_PASSWORD)
  })
  // proves: rfc9700-4.14.2-password-ends-refresh
  test('gives this browser another cookie, ends every other session, and tells the citizen by mail', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const there = await enterProgram(service, program, citizen)
    const here = await enterProgram(service, program, citizen)
    const thief = service.browser()
    thief.cookies.set('portico_session', here.browser.cookies.get('portico_session') ?? '')
    await change(here.browser, TEST_PASSWORD, NEW_PASSWORD)
    expect(await isSignedIn(here.browser)).toBe(true)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await isSignedIn(there.browser)).toBe(false)
    expect(await introspect(service, program, there.tokens.access_token)).toEqual({ active: false })
    expect(await introspect(service, program, here.tokens.access_token)).toMatchObject({ active: true })
    expect(await lettersTo(citizen)).toEqual(['password-changed'])
  })
  test('does not raise the security version', async () => {
    const citizen = await addCitizen(service)
    await change(await signedIn(citizen), TEST_PASSWORD, NEW_PASSWORD)
    expect((await findCitizen(service.foundation.db, citizen.citizenId))?.securityVersion).toBe(1)
  })
  test('of five changes at once one wins, and the citizen is left with a password that works', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const page = await browser.get('/account/password/')
    const source = /script-src (\S+);/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
    expect(source).toContain(page.html.querySelector('script')?.getAttribute('src'))
    const fields = { current_password: TEST_PASSWORD, password: NEW_PASSWORD, shown: '' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.submit(page, fields, { follow: false })),
    )
    const saved = answers.filter(({ location }) => location?.endsWith('notice=changed'))
    expect(saved).toHaveLength(1)
    await signIn(service.browser(), citizen, NEW_PASSWORD)
  })
})

describe('refused', () => {
  const refusals: readonly [string, string, string, string][] = [
    ['no current password', '', NEW_PASSWORD, 'current_password'],
    ['a wrong current password', 'not the right one', NEW_PASSWORD, 'current_password'],
    ['no new password', TEST_PASSWORD, '', 'password'],
    ['a short one', TEST_PASSWORD, 'fourteen chars', 'password'],
    ['a giant one', TEST_PASSWORD, 'x '.repeat(400), 'password'],
    ['one that ends with a space', TEST_PASSWORD, `${NEW_PASSWORD} `, 'password'],
    ['a common one', TEST_PASSWORD, 'passwordpassword', 'password'],
    ['a row of keys', TEST_PASSWORD, 'qwertyuiopasdfghjkl', 'password'],
    ['the name of the service', TEST_PASSWORD, 'Portico-2024-Portico!', 'password'],
    ['the citizen’s own name', TEST_PASSWORD, 'ana example ana example', 'password'],
  ]
  test.each(refusals)('%s', async (_name, current, next, field) => {
    const citizen = await addCitizen(service)
    const [browser, other] = [await signedIn(citizen), await signedIn(citizen)]
    const cookie = browser.cookies.get('portico_session')
    const answer = await change(browser, current, next)
    expect(answer.status).toBe(400)
    expect(answer.html.querySelector('[aria-invalid]')?.getAttribute('name')).toBe(field)
    if (next !== '') expect(answer.body).not.toContain(next)
    expect(browser.cookies.get('portico_session')).toBe(cookie)
    expect(await isSignedIn(other)).toBe(true)
    expect(await lettersTo(citizen)).toEqual([])
    await signIn(service.browser(), citizen)
  })
  test.each([
    ['', 'Enter your current password'],
    ['not the right one', 'this one is not right'],
  ])('all faults at once: the current password %j and a short new one', async (current, words) => {
    const answer = await change(await signedIn(await addCitizen(service)), current, 'fourteen chars')
    const invalid = answer.html.querySelectorAll('[aria-invalid]').map((input) => input.getAttribute('name'))
    expect([answer.status, invalid]).toEqual([400, ['current_password', 'password']])
    const told = answer.html.querySelectorAll('.summary li').map(({ text }) => text)
    expect(told).toEqual([expect.stringContaining(words), expect.stringContaining('at least 15 characters')])
  })
  // proves: threat-slow-password-check
  test.each(['', 'not the right one'])(
    'a new password is not judged before the current one is right: %j',
    async (current) => {
      const before = await judged()
      const answer = await change(await signedIn(await addCitizen(service)), current, 'passwordpassword')
      const invalid = answer.html
        .querySelectorAll('[aria-invalid]')
        .map((input) => input.getAttribute('name'))
      expect([answer.status, invalid]).toEqual([400, ['current_password']])
      expect(answer.html.querySelectorAll('.summary li')).toHaveLength(1)
      expect(await judged()).toEqual(before)
    },
  )
  // proves: threat-guessable-password
  test('the name of any program that one can enter', async () => {
    const [citizen, program] = [
      await addCitizen(service),
      await addProgram(service, { name: 'Zoological Gardens' }),
    ]
    const answer = await change(await signedIn(citizen), TEST_PASSWORD, 'Zoological-2024-!')
    expect(program).toBeDefined()
    expect(answer.html.text).toContain('the name of this service or of a program')
  })
  test('the reason is read out with the field, and says how to choose a better one', async () => {
    const answer = await change(await signedIn(await addCitizen(service)), TEST_PASSWORD, 'Sonnenschein2024!')
    const input = answer.html.querySelector('input[name=password]')
    const described = (input?.getAttribute('aria-describedby') ?? '').split(' ')
    const spoken = described.map((id) => answer.html.querySelector(`#${id}`)?.text ?? '').join(' ')
    expect(spoken).toContain('This password is made of well-known words or passwords')
    expect(spoken).toContain('Use four or more words that have nothing to do with each other.')
  })
  test('guessing the current password is slowed like guessing at the sign-in page, also where the new one is refused', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    for (let time = 0; time < 8; time += 1)
      expect((await change(browser, TEST_PASSWORD, 'short')).status).toBe(400)
    for (let time = 0; time < 5; time += 1)
      expect((await change(browser, 'guess', time % 2 ? 'short' : NEW_PASSWORD)).status).toBe(400)
    const slowed = await change(browser, TEST_PASSWORD, NEW_PASSWORD)
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '2'])
    service.clock.advance(2)
    expect((await change(browser, TEST_PASSWORD, NEW_PASSWORD)).status).toBe(200)
  })
  // proves: contract-5.7-passwords-not-logged
  test('neither password is in the audit or the log', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    await change(browser, 'guess of a current one', NEW_PASSWORD)
    await change(browser, TEST_PASSWORD, NEW_PASSWORD)
    const rows = await service.foundation.db.query<{ row: string }>`select e::text as row from audit_events e`
    const everything = [...rows.map(({ row }) => row), ...service.logLines].join('\n')
    for (const secret of ['guess of a current one', NEW_PASSWORD, TEST_PASSWORD])
      expect(everything).not.toContain(secret)
  })
})
