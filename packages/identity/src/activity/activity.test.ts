import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, suspendCitizen } from '../citizens/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { wordsFor } from '../pages/words/words-for.ts'
import { html } from '../platform/html.ts'
import { partOf } from '../platform/languages.ts'
import { EVENTS_PER_PAGE } from './list-activity.ts'
import { type ActivityView, activityPage } from './pages/activity.ts'
import { ACTIVITY_WORDS } from './words/index.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ACTIVITY = '/account/activity/'
const NOT_ME = '/account/activity/not-me/'
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const onFirefox = (language = 'en') => service.browser({ 'accept-language': language, 'user-agent': FIREFOX })

async function signedIn(citizen: Citizen, browser = onFirefox()): Promise<TestBrowser> {
  await signIn(browser, citizen)
  return browser
}

const linesOf = ({ html }: Visited) =>
  html.querySelectorAll('.events li').map((line) => line.querySelector('p')?.text.trim() ?? '')

test('an account in which nothing happened yet offers no way to say that it was somebody else', () => {
  const pageWith = (items: ActivityView['items']) =>
    activityPage({ serviceName: 'Portico', ...wordsFor('en') }, { items, isNewest: true }).toString()
  const sentence = partOf(ACTIVITY_WORDS, () => () => html`A thing`)
  expect(pageWith([{ sentence, at: 0 }])).toContain(NOT_ME)
  expect(pageWith([])).not.toContain(NOT_ME)
})

async function eventNames({ citizenId }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${citizenId} order by at, event_id`
  return rows.map(({ name }) => name)
}

/** The link of the newest letter of this kind, as the mail shows it. */
async function mailedLink({ email }: Citizen, kind: 'was-not-me' | 'recovery'): Promise<string> {
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ messageId: string; sealedContent: Buffer }>`
    select message_id as "messageId", sealed_content as "sealedContent" from outbox
     where recipient = ${email} and kind = ${kind} order by created_at desc limit 1`
  const { letter } = openLetter(keyring, row?.messageId ?? '', row?.sealedContent ?? Buffer.alloc(0))
  return 'link' in letter ? letter.link.reveal() : ''
}

describe('the activity', () => {
  test('says in sentences what the citizen did, from which browser, the newest first', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service, { name: 'Parking permits <b>' })
    const browser = await signedIn(citizen)
    service.clock.advance(1)
    await enterProgram(service, program, browser)
    service.clock.advance(1)
    await browser.submit(await browser.get('/account/profile/'), { full_name: 'Ana Other' })
    const page = await browser.get(ACTIVITY)
    expect(linesOf(page)).toEqual([
      'The name or the phone number was changed',
      'Signed in to Parking permits <b>',
      'Signed in with the password',
    ])
    const hints = page.html.querySelectorAll('.events .hint').map(({ text }) => text.trim())
    expect(hints.at(-1)).toMatch(/ · Firefox on Linux · network address 127\.0\.0\.1$/)
    expect(page.body).not.toContain('<b>')
    expect(page.html.querySelector('.events time')).not.toBeNull()
    expect(page.body.length).toBeLessThan(30_000)
  })
  // proves: events-in-order
  test('says what happened in one moment in its order, over pages, too', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const program = await addProgram(service, { name: 'Parking permits' })
    await enterProgram(service, program, browser)
    await browser.submit(await browser.get('/account/profile/'), { full_name: 'Ana Other' })
    await signedIn(citizen)
    const { citizenId } = citizen
    const names = ['browser-admitted', 'operator-looked'] as const
    for (let at = 0; at < EVENTS_PER_PAGE; at += 1)
      await appendEvent(service.foundation, {
        name: names[at % 2 ? 1 : 0],
        origin: TEST_ORDER,
        citizenId,
      })
    const newest = await browser.get(ACTIVITY)
    const lines = [...linesOf(newest), ...linesOf(await browser.click(newest, 'Older'))]
    const looked = 'The people who run this service looked at the account'
    const admitted = 'A link from an email allowed signing in with a new browser'
    expect(lines).toEqual([
      ...Array.from({ length: EVENTS_PER_PAGE }, (_, at) => (at % 2 ? admitted : looked)),
      'Signed in with the password',
      'The name or the phone number was changed',
      'Signed in to Parking permits',
      'Signed in with the password',
    ])
  })
  test('tells of failures, with the address that they came from, and of operators, without their names and reasons', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    service.clock.advance(1)
    const stranger = service.browser()
    const login = await stranger.get('/login/')
    await stranger.submit(login, { email: citizen.email, password: 'never the right one' })
    const { citizenId } = citizen
    const looked = { name: 'operator-looked', origin: TEST_ORDER, citizenId } as const
    await appendEvent(service.foundation, { ...looked, details: { command: 'audit', reason: 'Bob asked' } })
    await appendEvent(service.foundation, { ...looked, name: 'browser-admitted' })
    const page = await browser.get(ACTIVITY)
    expect(linesOf(page).slice(0, 3).toSorted()).toEqual([
      'A link from an email allowed signing in with a new browser',
      'An attempt to sign in failed',
      'The people who run this service looked at the account',
    ])
    const failure = page.html
      .querySelectorAll('.events li')
      .find(({ text }) => text.includes('attempt to sign in'))
    expect(failure?.text).toContain('network address 127.0.0.1')
    expect(page.body).not.toContain('Bob asked')
    expect(page.body).not.toContain(TEST_ORDER.operator)
  })
  test('shows no event of another citizen, by no address of a page', async () => {
    const [citizen, other] = [await addCitizen(service), await addCitizen(service)]
    const browser = await signedIn(citizen)
    service.clock.advance(1)
    const theirs = await signedIn(other)
    const { citizenId } = other
    for (let more = 0; more < EVENTS_PER_PAGE + 1; more += 1)
      await appendEvent(service.foundation, { name: 'profile-changed', origin: TEST_ORDER, citizenId })
    const older = (await theirs.get(ACTIVITY)).html.querySelector('.ways a')?.getAttribute('href') ?? ''
    expect(older).toContain('before=')
    expect(linesOf(await browser.get(older))).toEqual(['Signed in with the password'])
  })
  test('comes by pages, each event once', async () => {
    const citizen = await addCitizen(service)
    const { citizenId } = citizen
    const names = ['profile-changed', 'email-verified', 'password-changed'] as const
    for (let more = 0; more < 2 * EVENTS_PER_PAGE; more += 1) {
      const name = names[more % names.length] ?? 'profile-changed'
      await appendEvent(service.foundation, { name, origin: TEST_ORDER, citizenId })
      if (more % 4 === 0) service.clock.advance(1)
    }
    const browser = await signedIn(citizen)
    const pages = [await browser.get(ACTIVITY)]
    for (
      let page = pages.at(-1);
      page?.html.querySelector('.ways a:last-child')?.text === 'Older activity';
      page = pages.at(-1)
    )
      pages.push(await browser.click(page, 'Older activity'))
    const newest = await browser.click(pages.at(-1)!, 'Newest activity')
    expect(pages.map((page) => linesOf(page).length)).toEqual([EVENTS_PER_PAGE, EVENTS_PER_PAGE, 1])
    expect(linesOf(newest)).toEqual(linesOf(pages[0]!))
    const count = (words: string) => pages.flatMap(linesOf).filter((line) => line.startsWith(words)).length
    expect([count('The name'), count('The email address'), count('The password')]).toEqual([14, 13, 13])
  })
  test.each([
    'x',
    '',
    '2026-02-31T00:00:00.000000Z_00000000-0000-7000-8000-000000000000',
    '0000-01-01T00:00:00.000000Z_00000000-0000-7000-8000-000000000000',
    "2026-01-01T00:00:00.000000Z_'; drop table audit_events --",
    'infinity_00000000-0000-7000-8000-000000000000',
  ])('the place %j is none: the page begins with the newest', async (place) => {
    const browser = await signedIn(await addCitizen(service))
    const page = await browser.get(`${ACTIVITY}?before=${encodeURIComponent(place)}`)
    expect([page.status, linesOf(page).length]).toEqual([200, 1])
  })
  test('is only for signed-in citizens', async () => {
    for (const path of [ACTIVITY, NOT_ME])
      expect(new URL((await service.browser().get(path)).url).pathname).toBe('/login/')
  })
})

describe('“this was not me”', () => {
  // proves: threat-mail-scanner
  test('is nothing that a look does: GET and HEAD of the page change nothing', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    await browser.get(NOT_ME)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await fetch(service.baseUrl + NOT_ME, { method: 'HEAD', headers: { cookie } })
    expect(await eventNames(citizen)).toEqual(['signed-in'])
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toEqual(citizen)
  })
  // proves: threat-csrf
  test('is refused without the token, with another browser’s, and from another site', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const page = await browser.get(NOT_ME)
    const stranger = await service.browser().get('/login/')
    const foreign = stranger.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    for (const csrf_token of ['', foreign])
      expect((await browser.post(NOT_ME, { csrf_token })).status).toBe(403)
    const crossed = await browser.submit(page, {}, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(crossed.status).toBe(403)
    expect(await eventNames(citizen)).toEqual(['signed-in'])
  })
  // proves: contract-3-endings-reach-programs, threat-revoked-token-lives
  test('ends every session, grant and token, the password and the passkeys, and mails the way back', async () => {
    const citizen = await addCitizen(service)
    const { db } = service.foundation
    const program = await addProgram(service)
    const thief = await enterProgram(service, program, citizen)
    const own = await signedIn(citizen, onFirefox('de'))
    await db.query`
      insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
      values (${citizen.citizenId}, ${Buffer.from('x')}, ${Buffer.from('y')}, 0, '', 'Thief', false, to_timestamp(0))`
    const answer = await own.submit(await own.get(NOT_ME), {}, { button: 'Alle abmelden' })
    expect([answer.status, answer.html.querySelector('h1')?.text]).toEqual([200, 'Alle wurden abgemeldet'])
    for (const browser of [own, thief.browser])
      expect((await browser.get('/account/', { follow: false })).status).toBe(303)
    expect(await introspect(service, program, thief.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, program, thief.tokens.refresh_token)).body.error).toBe('invalid_grant')
    await expect(signIn(thief.browser, citizen)).rejects.toThrow('Sign-in answered 400')
    expect(await db.query`select 1 from passkeys where citizen_id = ${citizen.citizenId}`).toEqual([])
    expect(await eventNames(citizen)).toEqual(
      expect.arrayContaining(['citizen-signed-out', 'recovery-requested', 'sign-in-failed']),
    )
    const link = await mailedLink(citizen, 'was-not-me')
    await service.browser().get(link)
    const anywhere = service.browser()
    const password = 'seven sleepy herons waded'
    expect((await anywhere.submit(await anywhere.get(link), { password })).status).toBe(200)
    await signIn(anywhere, citizen, password)
    expect(linesOf(await anywhere.get(ACTIVITY))).toContainEqual(
      expect.stringMatching(/^It was reported that somebody else was in the account/),
    )
  })
  test('ends links that wait in the mailbox: a thief who asked for one cannot use it', async () => {
    const citizen = await addCitizen(service)
    const thief = service.browser()
    await thief.submit(await thief.get('/recover/'), { email: citizen.email })
    const link = await mailedLink(citizen, 'recovery')
    const own = await signedIn(citizen)
    await own.submit(await own.get(NOT_ME), {}, { button: 'Sign everyone out' })
    expect((await thief.get(link)).status).toBe(400)
  })
  test('twice at once is done once, and one link is mailed', async () => {
    const citizen = await addCitizen(service)
    const browsers = await Promise.all([1, 2, 3].map(() => signedIn(citizen, service.browser())))
    const pages = await Promise.all(browsers.map((browser) => browser.get(NOT_ME)))
    await Promise.all(
      browsers.map((browser, at) => browser.submit(pages[at]!, {}, { button: 'Sign everyone out' })),
    )
    const names = await eventNames(citizen)
    expect(names.filter((name) => name === 'citizen-signed-out')).toHaveLength(1)
    const letters = await service.foundation.db.query`
      select 1 from outbox where recipient = ${citizen.email} and kind = 'was-not-me'`
    expect(letters).toHaveLength(1)
  })
  test('at the moment of a sign-in with the password leaves nobody signed in', async () => {
    for (let round = 0; round < 4; round += 1) {
      const citizen = await addCitizen(service)
      const own = await signedIn(citizen)
      const [page, thief] = [await own.get(NOT_ME), service.browser()]
      const login = await thief.get('/login/')
      await Promise.all([
        own.submit(page, {}, { button: 'Sign everyone out' }),
        thief.submit(login, { email: citizen.email, password: TEST_PASSWORD }, { follow: false }),
      ])
      expect((await thief.get('/account/', { follow: false })).status).toBe(303)
    }
  })
  test('of a citizen whom an operator suspended meanwhile does nothing more', async () => {
    const citizen = await addCitizen(service)
    const own = await signedIn(citizen)
    const page = await own.get(NOT_ME)
    await suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason: randomUUID() })
    const answer = await own.submit(page, {}, { follow: false })
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
    expect(await eventNames(citizen)).not.toContain('citizen-signed-out')
  })
})
