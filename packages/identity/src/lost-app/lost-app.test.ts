import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, isSignedIn, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { purgeAhead } from '../../testing/purge-once.ts'
import { givePassword } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { codeIn } from '../mail/newest-letter.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { momentWords, UTC } from '../platform/date-words.ts'
import { CODES, carryOutAll, DAY_SECONDS, LOST, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

const inUtc = momentWords({ language: 'en', timeZone: UTC })
const HALF_HOUR_SECONDS = 30 * 60

let service: TestService

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '100000' } })
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const newCase = async () => withOldApp(service, await addCitizen(service))
const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text
const pathOf = ({ url }: Visited) => new URL(url).pathname

describe('a citizen who has lost the app and the recovery codes', () => {
  // proves: threat-app-removed-by-mail
  test('waits seven days with two letters, and then signs in with the password alone', async () => {
    const { lost, app } = await newCase()
    const { sent } = await lost.report()
    expect([pathOf(sent), titleOf(sent)]).toEqual([`${LOST}sent/`, 'Check your email'])
    expect(await lost.waits()).toBe(false)
    const done = await lost.confirm()
    expect([pathOf(done), titleOf(done)]).toEqual([`${LOST}done/`, 'The waiting time has begun'])
    const dueAt = plusSeconds(service.clock.now(), WAIT_SECONDS)
    expect(await lost.saidIn('app-removal-requested')).toContain(inUtc(dueAt))
    const due = new Date(dueAt * 1000).toISOString()
    expect(done.html.querySelector('.lead time')?.getAttribute('datetime')).toBe(due)
    service.clock.advance(WAIT_SECONDS - DAY_SECONDS - 1)
    await carryOutAll(service)
    expect(await lost.events()).toEqual(['lost-app-reported', 'app-removal-requested'])
    service.clock.advance(1)
    await carryOutAll(service)
    await carryOutAll(service)
    expect(await lost.saidIn('app-removal-soon')).toContain(inUtc(dueAt))
    expect((await lost.letters()).filter((kind) => kind === 'app-removal-soon')).toHaveLength(1)
    service.clock.advance(DAY_SECONDS - 1)
    await carryOutAll(service)
    expect(await lost.apps()).toBe(1)
    service.clock.advance(1)
    await carryOutAll(service)
    expect([await lost.apps(), await lost.waits()]).toEqual([0, false])
    expect((await lost.events()).slice(2)).toEqual(['app-removal-reminded', 'app-removal-done'])
    expect((await lost.letters()).at(-1)).toBe('app-removal-done')
    const browser = service.browser()
    expect(pathOf(await givePassword(browser, lost.citizen))).toBe('/account/')
    expect((await browser.get('/account/activity/')).html.text).toContain(
      'The lost apps for codes were removed',
    )
    expect(app.code()).toMatch(/^\d{6}$/)
  })

  // proves: due-by-both-clocks
  test('waits as long as the database says, whatever the clock of a process says: no reminder, no removal', async () => {
    const { lost } = await newCase()
    await lost.report()
    await lost.confirm()
    await carryOutAll(service, {}, purgeAhead)
    expect([await lost.apps(), await lost.waits()]).toEqual([1, true])
    expect(await lost.events()).toEqual(['lost-app-reported', 'app-removal-requested'])
  })

  test('may type the code of the mail in the browser that asked for it', async () => {
    const { lost } = await newCase()
    const { browser, sent } = await lost.report()
    const code = codeIn(await lost.letter('lost-app'))
    const page = await browser.submit(sent, { code }, { button: 'Continue' })
    expect(titleOf(page)).toBe('Remove the lost app')
    expect(pathOf(await browser.submit(page, { password: TEST_PASSWORD }))).toBe(`${LOST}done/`)
    expect(titleOf(await service.browser().get(await lost.linkOf('lost-app')))).toBe(
      'This link does not work',
    )
  })

  test('may ask again: the time stays, and the letter comes again', async () => {
    const { lost } = await newCase()
    await lost.ask()
    const dueAt = plusSeconds(service.clock.now(), WAIT_SECONDS)
    service.clock.advance(DAY_SECONDS)
    await lost.ask()
    expect(await lost.saidIn('app-removal-requested')).toContain(inUtc(dueAt))
    expect(await lost.events()).toEqual(['lost-app-reported', 'app-removal-requested', 'lost-app-reported'])
    service.clock.advance(dueAt - service.clock.now() - DAY_SECONDS)
    await carryOutAll(service)
    service.clock.advance(DAY_SECONDS)
    await carryOutAll(service)
    expect(await lost.apps()).toBe(0)
  })
})

describe('nothing waits', () => {
  // proves: threat-app-removed-by-mail
  test('for somebody without the password: the page and its form lead to the sign-in', async () => {
    const { lost } = await newCase()
    const stranger = service.browser()
    expect(pathOf(await stranger.get(LOST))).toBe('/login/')
    const login = await stranger.get('/login/')
    const csrf_token = login.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    for (const path of [LOST, `${LOST}again/`])
      expect((await stranger.post(path, { csrf_token }, { follow: false })).status).toBe(303)
    expect(await lost.letters()).not.toContain('lost-app')
  })

  test('for a ticket of another browser, or one that is over', async () => {
    const { lost } = await newCase()
    const [browser, other] = [service.browser(), service.browser()]
    await givePassword(browser, lost.citizen)
    await other.get('/login/')
    other.cookies.set('portico_half', browser.cookies.get('portico_half') ?? '')
    expect(pathOf(await other.get(LOST))).toBe('/login/')
    const page = await browser.get(LOST)
    expect(titleOf(page)).toBe('Have you lost your phone?')
    service.clock.advance(601)
    expect(pathOf(await browser.submit(page, {}, { button: 'Send the email' }))).toBe('/login/')
    expect(await lost.letters()).not.toContain('lost-app')
  })

  // proves: threat-app-removed-by-mail, threat-mail-scanner
  test('for a scanner that opens the link, sends its form, or guesses the password', async () => {
    const { lost } = await newCase()
    await lost.report()
    const link = await lost.linkOf('lost-app')
    const scanner = service.browser()
    for (let times = 0; times < 3; times += 1) expect((await scanner.get(link)).status).toBe(200)
    const page = await scanner.get(link)
    for (const password of ['', 'never the right one', lost.citizen.email]) {
      const answer = await scanner.submit(page, { password })
      expect([answer.status, titleOf(answer)]).toEqual([400, 'Remove the lost app'])
    }
    expect(await lost.waits()).toBe(false)
    const failures = await service.database.db.query`
      select 1 as one from audit_events where citizen_id = ${lost.citizen.citizenId} and name = 'sign-in-failed'
         and details ->> 'purpose' = 'lost-app'`
    expect(failures).toHaveLength(2)
    // Nothing above has spent the link.
    expect(pathOf(await lost.confirm())).toBe(`${LOST}done/`)
  })

  test('for a link that is used, too old, of another kind or of another account', async () => {
    const { lost } = await newCase()
    await lost.report()
    const link = await lost.linkOf('lost-app')
    await lost.confirm()
    const browser = service.browser()
    const invalid = async (path: string) => titleOf(await browser.get(path))
    expect(await invalid(link)).toBe('This link does not work')
    const stop = await lost.linkOf('app-removal-requested')
    const moved = (path: string) => path + new URL(stop, service.baseUrl).search
    for (const path of ['/recover/confirm/', `${LOST}confirm/`, '/login/new-browser/confirm/'])
      expect([path, await invalid(moved(path))]).toEqual([path, 'This link does not work'])
    await lost.report()
    service.clock.advance(HALF_HOUR_SECONDS)
    expect(await invalid(await lost.linkOf('lost-app'))).toBe('This link does not work')
  })

  test('for an account that has no app any more, or another password since', async () => {
    const { lost, app, browser } = await newCase()
    await lost.report()
    const { citizenId } = lost.citizen
    const page = await service.browser().get(await lost.linkOf('lost-app'))
    expect(titleOf(page)).toBe('Remove the lost app')
    await service.database.db.query`delete from authenticators where citizen_id = ${citizenId}`
    expect((await lost.confirm()).status).toBe(400)
    expect([await lost.waits(), app.secret.length, browser.cookies.size > 0]).toEqual([false, 20, true])
    const second = await newCase()
    await second.lost.report()
    await service.database.db.query`
      update citizens set security_version = security_version + 1 where citizen_id = ${second.lost.citizen.citizenId}`
    expect((await second.lost.confirm().catch(() => undefined))?.url ?? '').not.toContain('done')
    expect(await second.lost.waits()).toBe(false)
  })

  test('after the third mail of an hour: the next one is refused with the time that is left', async () => {
    const { lost } = await newCase()
    for (let mails = 0; mails < 3; mails += 1) expect((await lost.report()).sent.status).toBe(200)
    const { sent } = await lost.report()
    expect([sent.status, Number(sent.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await lost.letters()).filter((kind) => kind === 'lost-app')).toHaveLength(3)
  })
})

// proves: threat-lock-out
test('a stranger who uses up the mails of recovery does not keep the way back shut', async () => {
  const { lost } = await newCase()
  const stranger = service.browser()
  const ask = async () =>
    stranger.submit(await stranger.get('/recover/'), { email: lost.citizen.email }, { follow: false })
  const statuses = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([303, 303, 303, 429])
  expect(pathOf((await lost.report()).sent)).toBe(`${LOST}sent/`)
  expect(await lost.letters()).toContain('lost-app')
})

// proves: threat-app-removed-by-mail
test('who only has the password is told nothing of a removal that waits', async () => {
  const [waiting, calm] = [await newCase(), await newCase()]
  await waiting.lost.ask()
  const seen = async (browser: TestBrowser, email: string) => {
    const pages = [await givePassword(browser, { email }), await browser.get(LOST)]
    const plain = pages.map(({ html }) => {
      for (const input of html.querySelectorAll('input')) input.setAttribute('value', '')
      return html.querySelector('main')?.toString()
    })
    return { plain, cookies: [...browser.cookies.keys()] }
  }
  const one = await seen(service.browser(), waiting.lost.citizen.email)
  expect(one).toEqual(await seen(service.browser(), calm.lost.citizen.email))
  expect(JSON.stringify(one)).not.toContain('removal is')
})

test('the page of codes says when the apps go, and its button keeps them', async () => {
  const citizen = await addCitizen(service)
  // A session of before the app: it may keep what is there, and change nothing.
  const old = service.browser()
  await signIn(old, citizen)
  const { lost } = await withOldApp(service, citizen)
  await lost.ask()
  const page = await old.get(CODES)
  expect(page.html.querySelector('section[aria-labelledby=lost]')?.text).toContain(
    'Your apps will be removed',
  )
  const kept = await old.submit(page, {}, { button: 'Stop the removal' })
  expect(kept.html.querySelector('[role=status]')?.text).toContain('The removal is stopped')
  expect(await lost.waits()).toBe(false)
  expect((await lost.events()).at(-1)).toBe('app-removal-stopped by-citizen')
  const again = await old.submit(page, { shown: '' }, { button: 'Stop the removal', follow: false })
  expect([again.status, again.location]).toEqual([303, `${service.baseUrl}${CODES}`])
  expect(isSignedIn(again)).toBe(false)
})
