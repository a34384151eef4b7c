import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { authorizeAddress, newAttempt, obtainCode } from '../../testing/program-flow.ts'
import { addSoftApp } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openLetter } from '../mail/sealed-letter.ts'

const CHOSEN = 'nine purple umbrellas'
let service: TestService
let round = 0
let browser: TestBrowser
let email = ''

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  round += 1
  service.clock.advance(3601)
  browser = service.browser()
  email = `asked${round}@example.org`
})
afterAll(() => service?.close())

const pathOf = ({ url }: Visited) => new URL(url).pathname
const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text

/** The newest mail of a kind, with its link and its code. */
async function mailed(to = email): Promise<{ link: string; code: string }> {
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${to} and kind in ('recovery', 'registration') order by created_at desc, message_id limit 1`
  const letter = row && openLetter(keyring, row.id, row.sealed).letter
  if (!letter || !('link' in letter)) throw new Error(`No link for ${to}`)
  const code = 'code' in letter ? letter.code?.reveal() : undefined
  return { link: letter.link.reveal(), code: code ?? '' }
}

const register = async (by = browser, to = email, page = '/register/') =>
  by.submit(await by.get(page), { full_name: 'Ada Lovelace', email: to })
const recover = async (by = browser, to = email, page = '/recover/') =>
  by.submit(await by.get(page), { email: to })
const choose = async (link: string, by = browser, more: Record<string, string> = {}) =>
  by.submit(await by.get(link), { password: CHOSEN, ...more })
const sessions = async (to = email) =>
  (
    await service.foundation.db.query`
      select 1 as one from sessions s join citizens c using (citizen_id)
       where c.email = ${to} and s.ended_at is null and s.security_version = c.security_version`
  ).length
const isIn = async (by: TestBrowser) => pathOf(await by.get('/account/')) === '/account/'

describe('the browser that asked for the mail', () => {
  test('is signed in with the first password, by the link', async () => {
    await register()
    expect(pathOf(await choose((await mailed()).link))).toBe('/account/')
    expect([await isIn(browser), await sessions()]).toEqual([true, 1])
  })
  test('is signed in with the first password, by the code', async () => {
    const sent = await register()
    const form = await browser.submit(sent, { code: (await mailed()).code }, { button: 'Continue' })
    expect(pathOf(await browser.submit(form, { password: CHOSEN }))).toBe('/account/')
    expect(await isIn(browser)).toBe(true)
  })
  test('is signed in after a recovery, in a session of its own, and every other one is over', async () => {
    const citizen = await addCitizen(service, { email })
    const other = service.browser()
    await signIn(other, citizen)
    await recover()
    expect(pathOf(await choose((await mailed()).link))).toBe('/account/')
    expect([await isIn(browser), await isIn(other), await sessions()]).toEqual([true, false, 1])
  })
  test('goes on to the program that waits, and its form may lead there', async () => {
    const program = await addProgram(service)
    const login = await browser.get(authorizeAddress(newAttempt(program)))
    await register(browser, email, login.html.querySelector('.aside a')?.getAttribute('href'))
    const page = await browser.get((await mailed()).link)
    expect(page.headers.get('content-security-policy')).not.toContain('form-action')
    const confirm = await browser.submit(page, { password: CHOSEN })
    expect([pathOf(confirm), titleOf(confirm)]).toEqual(['/o/authorize/', 'Continue to Parking Permits?'])
  })
  test('comes from a program that asked for a new account, by the form alone', async () => {
    const program = await addProgram(service)
    const form = await browser.get(authorizeAddress(newAttempt(program, { prompt: 'create' })))
    expect(pathOf(form)).toBe('/register/')
    await browser.submit(form, { full_name: 'Ada Lovelace', email })
    const confirm = await choose((await mailed()).link)
    expect([pathOf(confirm), titleOf(confirm)]).toEqual(['/o/authorize/', 'Continue to Parking Permits?'])
    expect(await sessions()).toBe(1)
  })
  const begin = async (changes: Parameters<typeof addProgram>[1], by = browser) => {
    const program = await addProgram(service, changes)
    return { program, login: await by.get(authorizeAddress(newAttempt(program))) }
  }
  /** A program that takes this citizen in without a question. */
  const askingNothing = async (kind: string) => {
    const citizen = await addCitizen(service, { email })
    if (kind === 'skip-first-time') return addProgram(service, { confirmation: 'skip-first-time' })
    const program = await addProgram(service)
    const before = service.browser()
    await signIn(before, citizen)
    await obtainCode(before, newAttempt(program))
    return program
  }
  const NAMED = 'to continue to Parking Permits'
  test.each(['connected before', 'skip-first-time'])('reads which program follows: %s', async (kind) => {
    const program = await askingNothing(kind)
    await browser.get(authorizeAddress(newAttempt(program)))
    await recover()
    const page = await browser.get((await mailed()).link)
    expect(page.html.querySelector('main')?.text).toContain(NAMED)
    const refused = await browser.submit(page, { password: 'short' })
    expect(refused.html.querySelector('main')?.text).toContain(NAMED)
    const { location } = await browser.submit(refused, { password: CHOSEN })
    expect(location).toContain(`${program.redirectUri}?code=`)
  })
  test.each(['connected before', 'skip-first-time'])(
    'does not go on to a program that its page did not name: %s',
    async (kind) => {
      const program = await askingNothing(kind)
      await recover()
      const page = await browser.get((await mailed()).link)
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(page.html.querySelector('main')?.text).not.toContain(NAMED)
      await browser.get(authorizeAddress(newAttempt(program)))
      const refused = await browser.submit(page, { password: 'short' })
      expect(refused.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(refused.html.querySelector('main')?.text).not.toContain(NAMED)
      const done = await browser.submit(refused, { password: CHOSEN })
      expect([pathOf(done), done.location]).toEqual(['/account/', undefined])
    },
  )
  test('goes on to the program that its page named, although another one began meanwhile', async () => {
    await begin({ name: 'Library' })
    await register()
    const page = await browser.get((await mailed()).link)
    await begin({ confirmation: 'skip-first-time' })
    expect(titleOf(await browser.submit(page, { password: CHOSEN }))).toBe('Continue to Library?')
  })
  test('goes on to the account with the handle of another browser', async () => {
    const { login } = await begin({ confirmation: 'skip-first-time' }, service.browser())
    await register()
    const resume = new URL(login.url).searchParams.get('resume') ?? ''
    expect(pathOf(await choose((await mailed()).link, browser, { resume }))).toBe('/account/')
  })
  test('is offered a passkey once, where its device can make one', async () => {
    await register()
    const { link } = await mailed()
    const page = await browser.get(link)
    expect(page.html.querySelector('input[name=makes_passkeys]')).not.toBeNull()
    const offer = await browser.submit(page, { password: CHOSEN, makes_passkeys: 'yes' })
    expect(pathOf(offer)).toBe('/account/passkeys/offer/')
    expect(pathOf(await browser.click(offer, 'Not now'))).toBe('/account/')
    const again = service.browser()
    const login = await again.submit(await again.get('/login/'), {
      email,
      password: CHOSEN,
      makes_passkeys: 'yes',
    })
    expect(pathOf(login)).toBe('/account/')
  })
  // proves: threat-recovery-skips-code
  test('is asked for the code where the account has one: a new password replaces none', async () => {
    const citizen = await addCitizen(service, { email })
    await signIn(browser, citizen)
    const { app } = await addSoftApp(browser, service)
    service.clock.advance(4 * 24 * 3600)
    const visitor = service.browser()
    await recover(visitor)
    const asked = await choose((await mailed()).link, visitor)
    expect([pathOf(asked), await sessions(), await isIn(visitor)]).toEqual(['/login/code/', 0, false])
    const entered = await visitor.submit(await visitor.get('/login/code/'), { code: app.code() })
    expect([pathOf(entered), await sessions()]).toEqual(['/account/', 1])
  })
  test('has one event and no letter about a new browser', async () => {
    await addCitizen(service, { email })
    await recover()
    await choose((await mailed()).link)
    const letters = await service.foundation.db.query`
      select 1 as one from outbox where recipient = ${email} and kind = 'new-device'`
    const events = await service.foundation.db.query<{ details: object }>`
      select details from audit_events join citizens on citizens.citizen_id = filed_under
       where email = ${email} and name = 'signed-in'`
    expect([letters.length, events.map(({ details }) => details)]).toEqual([0, [{ device: 'known' }]])
  })
})

// proves: threat-unasked-sign-in
describe('nobody else is signed in', () => {
  test('another browser that opens the link, nor the one that asked meanwhile', async () => {
    const sent = await register()
    const { link, code } = await mailed()
    const phone = service.browser()
    const done = await choose(link, phone)
    expect([pathOf(done), titleOf(done)]).toEqual(['/register/done/', 'Your account is ready'])
    expect(done.html.querySelector('main')?.text).toContain('you can also sign in there')
    expect([await isIn(phone), await isIn(browser), await sessions()]).toEqual([false, false, 0])
    const late = await browser.submit(sent, { code }, { button: 'Continue' })
    const login = await browser.click(late, 'Sign in')
    expect([pathOf(login), await isIn(browser)]).toEqual(['/login/', false])
  })
  test('a victim who completes the link of a stranger, although the victim asked for another one', async () => {
    const stranger = service.browser()
    await register(stranger)
    const { link } = await mailed()
    await register(browser, `other${round}@example.org`)
    expect(pathOf(await choose(link))).toBe('/register/done/')
    expect([await isIn(browser), await isIn(stranger)]).toEqual([false, false])
  })
  test('a victim who asked for a mail of the same account, by the link that a stranger asked for', async () => {
    await addCitizen(service, { email })
    await recover(service.browser())
    const { link } = await mailed()
    service.clock.advance(61)
    await recover()
    expect(pathOf(await choose(link))).toBe('/recover/done/')
    expect(await isIn(browser)).toBe(false)
  })
  test('a browser with the note of another one, or of another kind of mail', async () => {
    await register()
    const { link } = await mailed()
    const thief = service.browser()
    await thief.get('/register/')
    thief.cookies.set('portico_registered', browser.cookies.get('portico_registered') ?? '')
    thief.cookies.set('portico_recovering', browser.cookies.get('portico_registered') ?? '')
    expect(pathOf(await choose(link, thief))).toBe('/register/done/')
    expect(await sessions()).toBe(0)
  })
  test.each(['portico_registered', 'portico_visit', 'portico_browser'])(
    'a browser whose %s was changed or lost',
    async (cookie) => {
      await register()
      const { link } = await mailed()
      browser.cookies.delete(cookie)
      const done = await choose(link)
      expect([pathOf(done), await sessions()]).toEqual(['/register/done/', 0])
    },
  )
  test('a browser where somebody has signed in since it asked', async () => {
    await register()
    const { link } = await mailed()
    const other = await addCitizen(service)
    await signIn(browser, other)
    expect(pathOf(await choose(link))).toBe('/register/done/')
    expect(await sessions()).toBe(0)
    expect((await browser.get('/account/')).body).toContain(other.email)
  })
  test('a mail that a program asked for, by the API', async () => {
    await browser.get('/register/')
    const asked = await fetch(new URL('/api/v1/accounts/register/', service.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: 'Ada', email }),
    })
    expect(asked.status).toBe(202)
    expect(pathOf(await choose((await mailed()).link))).toBe('/register/done/')
  })
  test('a form of another site, which asks in the browser of a victim for the address of its author', async () => {
    const page = await browser.get('/register/')
    const sent = await browser.submit(
      page,
      { full_name: 'Mallory', email },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(sent.status).toBe(403)
    expect(browser.cookies.has('portico_registered')).toBe(false)
  })
  test('a link that works no more, and a password that is refused', async () => {
    await addCitizen(service, { email })
    await recover()
    const { link } = await mailed()
    const refused = await choose(link, browser, { password: 'short' })
    expect([refused.status, await isIn(browser)]).toEqual([400, false])
    service.clock.advance(1801)
    expect([(await browser.get(link)).status, await isIn(browser)]).toEqual([400, false])
  })
  test('a suspended citizen', async () => {
    const { citizenId } = await addCitizen(service, { email })
    await recover()
    const page = await browser.get((await mailed()).link)
    await service.foundation.db
      .query`update citizens set standing = 'suspended' where citizen_id = ${citizenId}`
    const answer = await browser.submit(page, { password: CHOSEN })
    expect([answer.status, await sessions()]).toEqual([400, 0])
  })
  test('of ten presses at once, more than one session', async () => {
    await register()
    const page = await browser.get((await mailed()).link)
    const before = new Map(browser.cookies)
    const presses = Array.from({ length: 10 }, async () => {
      const one = service.browser()
      for (const [name, value] of before) one.cookies.set(name, value)
      return one.submit(page, { password: CHOSEN }, { follow: false })
    })
    await Promise.all(presses)
    expect(await sessions()).toBe(1)
  })
})

test('who was signed in here as somebody else is so no more, and an old session cookie is not taken over', async () => {
  const other = await addCitizen(service)
  await signIn(browser, other)
  const fixed = browser.cookies.get('portico_session')
  await register()
  expect(pathOf(await choose((await mailed()).link))).toBe('/account/')
  expect(browser.cookies.get('portico_session')).not.toBe(fixed)
  expect([await sessions(other.email), await sessions()]).toEqual([0, 1])
  const thief = service.browser()
  thief.cookies.set('portico_session', fixed ?? '')
  expect(await isIn(thief)).toBe(false)
  expect((await browser.get('/account/')).body).toContain(email)
})
