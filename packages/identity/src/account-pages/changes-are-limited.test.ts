import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { addSoftApp, SoftApp } from '../../testing/soft-app.ts'
import { addSoftPasskey, SoftPasskey } from '../../testing/soft-passkey.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'

const PASSKEYS = '/account/passkeys/'
const CODES = '/account/codes/'
const ADDRESS = '/account/address/'
const CLOSE = '/account/close/'
let service: TestService
let citizen: Citizen
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  service.clock.advance(61)
  citizen = await addCitizen(service)
  browser = service.browser()
  await signIn(browser, citizen)
})
afterAll(() => service?.close())

/** How many letters of these kinds wait for the citizen. */
async function letters(...kinds: readonly string[]): Promise<number> {
  const rows = await service.foundation.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${citizen.email}`
  return rows.filter(({ kind }) => kinds.includes(kind)).length
}

/** Does it until it is refused. Returns how often it was done, and the refusal. */
async function untilRefused(act: (time: number) => Promise<Visited>): Promise<readonly [number, Visited]> {
  for (let time = 0; time < 40; time += 1) {
    const answer = await act(time)
    if (answer.status !== 200) return [time, answer]
  }
  throw new Error('Never refused')
}

/** The link of a recovery that the citizen asks for. */
async function recoveryLink(): Promise<string> {
  const asking = service.browser()
  await asking.submit(await asking.get('/recover/'), { email: citizen.email })
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${citizen.email} and kind = 'recovery'`
  const letter = row && openLetter(keyring, row.id, row.sealed).letter
  return letter && 'link' in letter ? letter.link.reveal() : ''
}

/** The answer says in words how long to wait, and so does its header. */
function expectLimit({ status, headers, html }: Visited): void {
  expect([status, headers.has('retry-after')]).toEqual([429, true])
  expect(html.querySelector('[role=alert]')?.text).toContain('There were too many attempts. Wait')
}

/** An account with an app, in a session that may change everything. */
async function withApp(): Promise<SoftApp> {
  const { app } = await addSoftApp(browser, service)
  await service.database.db.query`
    update sessions set proof = 'passkey' where citizen_id = ${citizen.citizenId}`
  return app
}

// proves: threat-letter-flood
test('passkeys are added and renamed thirty times an hour, and always removed', async () => {
  await addSoftPasskey(browser, service)
  const rename = async (time: number) =>
    browser.submit(await browser.get(PASSKEYS), { name: `Name ${time}` }, { button: 'Rename' })
  const [renamed, refused] = await untilRefused(rename)
  expect(renamed).toBe(29)
  expectLimit(refused)
  expect(refused.html.querySelector('article h2')?.text).toBe('Name 28')
  const fields = new SoftPasskey(service.baseUrl).made(refused)
  expectLimit(await browser.post('/account/passkeys/add/', { ...fields, name: 'Another' }))
  expect(await letters('passkey-added', 'passkey-renamed')).toBe(30)
  const removed = await browser.submit(refused, {}, { button: 'Remove' })
  expect([removed.status, removed.html.querySelectorAll('article').length]).toEqual([200, 0])
  expect(await letters('passkey-removed')).toBe(1)
  service.clock.advance(3601)
  const later = service.browser()
  await signIn(later, citizen)
  await addSoftPasskey(later, service)
})

test('renames in a session without the code use up nothing', async () => {
  await addSoftPasskey(browser, service)
  const before = await browser.get(PASSKEYS)
  await addSoftApp(browser, service)
  for (let time = 0; time < 31; time += 1) {
    const { html } = await browser.submit(before, { name: `Name ${time}` }, { button: 'Rename' })
    expect(html.querySelector('article h2')?.text).toBe('Passkey')
  }
  await service.database.db.query`
    update sessions set proof = 'passkey' where citizen_id = ${citizen.citizenId}`
  const renamed = await browser.submit(before, { name: 'Mine' }, { button: 'Rename' })
  expect([renamed.status, renamed.html.querySelector('article h2')?.text]).toEqual([200, 'Mine'])
})

test('apps are added and renamed fifteen times an hour, and always removed', async () => {
  await withApp()
  const rename = async (time: number) =>
    browser.submit(await browser.get(CODES), { name: `Name ${time}` }, { button: 'Rename' })
  const [renamed, refused] = await untilRefused(rename)
  expect(renamed).toBe(14)
  expectLimit(refused)
  const page = await browser.get('/account/codes/add/')
  const other = new SoftApp(service, page)
  const unchanged = await browser.submit(
    page,
    { code: other.code(), name: 'Work' },
    { button: 'Add the app' },
  )
  expectLimit(unchanged)
  expect(unchanged.html.querySelector('#name')?.getAttribute('value')).toBe('Work')
  const removed = await browser.submit(refused, {}, { button: 'Remove' })
  expect([removed.status, removed.html.querySelectorAll('article').length]).toEqual([200, 0])
  expect(await letters('authenticator-added', 'authenticator-renamed', 'authenticator-removed')).toBe(16)
})

test('recovery codes are made six times an hour, and the last ones stay', async () => {
  await withApp()
  const make = async () => browser.submit(await browser.get(CODES), {}, { button: 'Make new recovery codes' })
  const [made, refused] = await untilRefused(make)
  expect(made).toBe(6)
  expectLimit(refused)
  expect(refused.html.querySelector('#recovery ~ dl dd')?.text).toBe('10')
  expect(await letters('recovery-codes-made')).toBe(6)
})

test('the password is changed six times an hour, and the last one counts', async () => {
  const passwords = [TEST_PASSWORD, 'seven sleepy herons waded']
  const chosen = (time: number) => passwords[time % 2] ?? ''
  const change = async (time: number) =>
    browser.submit(await browser.get('/account/password/'), {
      current_password: chosen(time),
      password: chosen(time + 1),
    })
  const [changed, refused] = await untilRefused(change)
  expect(changed).toBe(6)
  expectLimit(refused)
  expect(await letters('password-changed')).toBe(6)
  await signIn(service.browser(), citizen, chosen(changed))
})

test('the account is to be closed three times an hour, and stays open then', async () => {
  let last = browser
  const ask = async () => {
    last = service.browser()
    await signIn(last, citizen)
    return last.submit(await last.get(CLOSE), {}, { button: 'Close my account' })
  }
  const [asked, refused] = await untilRefused(ask)
  expect(asked).toBe(3)
  expectLimit(refused)
  expect((await last.get('/account/', { follow: false })).status).toBe(200)
  expect(await letters('closing-requested')).toBe(3)
})

test('links to new addresses are sent six times an hour, whatever the addresses are', async () => {
  const ask = async (time: number) =>
    browser.submit(
      await browser.get(ADDRESS),
      { email: `new${time}.${citizen.email}` },
      { button: 'Send the link' },
    )
  const [asked, refused] = await untilRefused(ask)
  expect(asked).toBe(6)
  expectLimit(refused)
})

// proves: threat-slow-password-check
test('thirty new passwords of an account are judged in an hour, and only with the right current one; a recovery is not kept back', async () => {
  const choose = async (current_password: string, password: string) => {
    // The waits after a wrong password are over, and the hour is not.
    service.clock.advance(31)
    return browser.submit(await browser.get('/account/password/'), { current_password, password })
  }
  for (let time = 0; time < 2; time += 1)
    expect((await choose('not the right one', 'seven sleepy herons waded')).status).toBe(400)
  for (let time = 0; time < 30; time += 1)
    expect((await choose(TEST_PASSWORD, 'passwordpassword')).status).toBe(400)
  expectLimit(await choose(TEST_PASSWORD, 'seven sleepy herons waded'))
  const owner = service.browser()
  const done = await owner.submit(await owner.get(await recoveryLink()), { password: 'six purple umbrellas' })
  expect(new URL(done.url).pathname).toBe('/recover/done/')
})

// proves: threat-slow-password-check
test('an hour later they are judged again', async () => {
  const choose = async (password: string) => {
    service.clock.advance(31)
    const page = await browser.get('/account/password/')
    return browser.submit(page, { current_password: TEST_PASSWORD, password })
  }
  for (let time = 0; time < 30; time += 1) await choose('passwordpassword')
  expectLimit(await choose('seven sleepy herons waded'))
  service.clock.advance(3601)
  expect((await choose('seven sleepy herons waded')).status).toBe(200)
})
