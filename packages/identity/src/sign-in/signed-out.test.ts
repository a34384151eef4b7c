import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'

const PROFILE = '/account/profile/'
const TYPED = { full_name: 'Ana María Example', phone_number: '+34 611 111 111' }
const COOKIE = 'portico_kept'
let service: TestService
let citizen: Citizen
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
  browser = service.browser()
  await signIn(browser, citizen)
})

const pathOf = ({ url }: Visited) => new URL(url).pathname
const says = ({ html }: Visited) => html.querySelector('main')?.text.replaceAll(/\s+/g, ' ') ?? ''
const valueOf = ({ html }: Visited, name: string) =>
  html.querySelector(`main input[name=${name}]`)?.getAttribute('value')
const typedIn = (page: Visited) => [valueOf(page, 'full_name'), valueOf(page, 'phone_number')]
const STORED = ['Ana Example', '+34 600 000 000']

/** Another browser of this citizen ends all other sessions. */
async function endElsewhere(who = citizen) {
  const other = service.browser()
  await signIn(other, who)
  await other.submit(await other.get('/account/sessions/'), {}, { button: 'Sign out all other' })
}
/** Sends the form of a page that was open while the session ended. */
async function sendLate(fields: Readonly<Record<string, string>> = TYPED, end = endElsewhere) {
  const page = await browser.get(PROFILE)
  await end()
  return browser.submit(page, fields, { button: 'Save' })
}
const enter = async (page: Visited, who = citizen, by = browser) =>
  by.submit(page, { email: who.email, password: TEST_PASSWORD })

describe('a citizen who was signed out elsewhere', () => {
  test('reads so, and after the next sign-in the form is there with what was typed', async () => {
    const login = await sendLate()
    expect(pathOf(login)).toBe('/login/')
    expect(says(login)).toContain('You were signed out. This session was ended on another device.')
    expect(says(login)).toContain('what you typed is still there')
    const form = await enter(login)
    expect([pathOf(form), ...typedIn(form)]).toEqual([PROFILE, ...Object.values(TYPED)])
    expect(says(form)).toContain('It is not saved yet')
    expect(typedIn(await browser.get(PROFILE))).toEqual(Object.values(TYPED))
    const saved = await browser.submit(form, {}, { button: 'Save' })
    expect([typedIn(saved), browser.cookies.has(COOKIE)]).toEqual([Object.values(TYPED), false])
    expect(says(saved)).not.toContain('It is not saved yet')
  })
  test('reads why, as far as may be known', async () => {
    const { db } = service.foundation
    const { citizenId } = citizen
    const changed = await sendLate(TYPED, async () => {
      await db.query`update citizens set security_version = security_version + 1 where citizen_id = ${citizenId}`
    })
    expect(says(changed)).toContain('Something about your account was changed')
    await db.query`update citizens set standing = 'suspended' where citizen_id = ${citizenId}`
    const suspended = says(await browser.get('/login/'))
    expect(suspended).toContain('You were signed out.')
    expect(suspended).not.toContain('Something about your account')
  })
  test('goes to the program that waits, and finds the form later', async () => {
    await sendLate()
    const program = await addProgram(service)
    const login = await browser.get(authorizeAddress(newAttempt(program)))
    const entered = await enter(login)
    expect(pathOf(entered)).toBe('/o/authorize/')
    expect(typedIn(await browser.get(PROFILE))).toEqual(Object.values(TYPED))
  })
  test('reads the reason on the way from any page, and nothing about what was typed', async () => {
    await endElsewhere()
    const login = await browser.get(PROFILE)
    expect(says(login)).toContain('You were signed out.')
    expect(says(login)).not.toContain('what you typed')
    expect(pathOf(await enter(login))).toBe('/account/')
  })
  test('finds nothing after an own sign-out', async () => {
    await enter(await sendLate())
    expect(browser.cookies.has(COOKIE)).toBe(true)
    await browser.submit(await browser.get('/logout/'), {}, { button: 'Sign out' })
    expect(browser.cookies.has(COOKIE)).toBe(false)
    expect(pathOf(await enter(await browser.get('/login/')))).toBe('/account/')
    expect(typedIn(await browser.get(PROFILE))).toEqual(STORED)
  })
  test('reads no reason after an own sign-out, and a stranger reads none', async () => {
    await browser.submit(await browser.get('/logout/'), {}, { button: 'Sign out' })
    expect(says(await browser.get('/login/'))).not.toContain('You were signed out')
    expect(says(await service.browser().get('/login/'))).not.toContain('You were signed out')
    const guess = service.browser()
    for (const cookie of ['x', `${browser.cookies.get('portico_session')}x`, '%00', 'a'.repeat(3000)]) {
      guess.cookies.set('portico_session', cookie)
      expect(says(await guess.get('/login/'))).not.toContain('You were signed out')
    }
  })
})

// proves: threat-typed-text-of-others
describe('what was typed is not read, and not brought', () => {
  test('by another citizen who signs in there', async () => {
    const other = await addCitizen(service, { fullName: 'Bea Other' })
    const account = await enter(await sendLate(), other)
    expect(pathOf(account)).toBe('/account/')
    const profile = await browser.get(PROFILE)
    expect(valueOf(profile, 'full_name')).toBe('Bea Other')
    expect(profile.body).not.toContain(TYPED.full_name)
  })
  test('by another browser of the same citizen, with the cookie', async () => {
    await sendLate()
    const thief = service.browser()
    await signIn(thief, citizen)
    thief.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '')
    expect(typedIn(await thief.get(PROFILE))).toEqual(STORED)
  })
  test('in the cookie itself, which is sealed', async () => {
    await sendLate()
    const cookie = browser.cookies.get(COOKIE) ?? ''
    const read = cookie + Buffer.from(cookie, 'base64url').toString('latin1')
    for (const part of ['Example', '611 111', 'profile', citizen.citizenId]) expect(read).not.toContain(part)
  })
  test('from a cookie that was changed', async () => {
    const login = await sendLate()
    const cookie = browser.cookies.get(COOKIE) ?? ''
    await enter(login)
    for (const changed of [
      `A${cookie.slice(1)}`,
      cookie.slice(0, -4),
      `${cookie}AAAA`,
      '',
      '.',
      '%00',
      '{}',
    ]) {
      browser.cookies.set(COOKIE, changed)
      const profile = await browser.get(PROFILE)
      expect([profile.status, ...typedIn(profile)]).toEqual([200, ...STORED])
    }
    browser.cookies.set(COOKIE, cookie)
    expect(typedIn(await browser.get(PROFILE))).toEqual(Object.values(TYPED))
  })
  test('after an hour', async () => {
    const login = await sendLate()
    service.clock.advance(3600)
    expect(pathOf(await enter(login))).toBe('/account/')
    expect(typedIn(await browser.get(PROFILE))).toEqual(STORED)
  })
  test('from a form of another site, or with no proof that its page was shown here', async () => {
    const page = await browser.get(PROFILE)
    await endElsewhere()
    const own = page.html.querySelector('form[action="/account/profile/"]')
    const csrf_token = own?.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const cross = { headers: { 'sec-fetch-site': 'cross-site' } }
    const stranger = await service.browser().get('/login/')
    const foreign = stranger.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    for (const [fields, options] of [
      [{ ...TYPED, csrf_token }, cross],
      [{ ...TYPED, csrf_token: foreign }, {}],
      [TYPED, {}],
    ] as const) {
      expect((await browser.post(PROFILE, fields, options)).status).toBe(403)
      expect(browser.cookies.has(COOKIE)).toBe(false)
    }
  })
  test('by whoever finds the page for a new address open, so the owner finds no address there', async () => {
    const page = await browser.get('/account/address/')
    await endElsewhere()
    const login = await browser.submit(page, { email: 'thief@example.test' })
    expect([pathOf(login), browser.cookies.has(COOKIE)]).toEqual(['/login/', false])
    const both = await browser.submit(page, { email: 'thief@example.test', name: 'x' })
    await enter(both)
    expect((await browser.get('/account/address/')).body).not.toContain('thief@example.test')
  })
  test('where it has no text', async () => {
    for (const fields of [
      { full_name: '', phone_number: '' },
      { full_name: ' ', phone_number: '\t' },
    ]) {
      expect(pathOf(await sendLate(fields))).toBe('/login/')
      expect(browser.cookies.has(COOKIE)).toBe(false)
      await enter(await browser.get('/login/'))
    }
    await signIn(service.browser(), citizen)
    const page = await browser.get('/account/sessions/')
    await endElsewhere()
    await browser.submit(page, {}, { button: 'Sign out all other' })
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })
  test('where nobody knows whose session it was', async () => {
    const page = await browser.get(PROFILE)
    const { db } = service.foundation
    await db.query`delete from sessions where citizen_id = ${citizen.citizenId}`
    const login = await browser.submit(page, TYPED, { button: 'Save' })
    expect([pathOf(login), browser.cookies.has(COOKIE)]).toEqual(['/login/', false])
  })
  test('where it is larger than a browser keeps, and the citizen still signs in', async () => {
    const login = await sendLate({ ...TYPED, full_name: 'ñ'.repeat(2_000) })
    expect([login.status, browser.cookies.has(COOKIE)]).toEqual([200, false])
    expect(says(login)).toContain('You were signed out.')
    expect(pathOf(await enter(login))).toBe('/account/')
  })
  test('with fields that no form has', async () => {
    const login = await sendLate({ ...TYPED, password: TEST_PASSWORD, __proto__: 'x', code: '123456' })
    const form = await enter(login)
    expect(typedIn(form)).toEqual(Object.values(TYPED))
    const sealed = Buffer.from(browser.cookies.get(COOKIE) ?? '', 'base64url')
    const context = `${COOKIE} ${citizen.citizenId} ${browser.cookies.get('portico_browser')}`
    const kept = service.foundation.keyring.unseal(sealed, context).toString()
    for (const secret of [TEST_PASSWORD, '123456', 'csrf']) expect(kept).not.toContain(secret)
  })
})
