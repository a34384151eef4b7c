import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { addSoftApp, enrol, givePassword, insertApp, type SoftApp } from '../../testing/soft-app.ts'
import { addSoftPasskey, enterWith, type SoftPasskey } from '../../testing/soft-passkey.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'

const DAY_SECONDS = 24 * 60 * 60
const CHOSEN = 'nine purple umbrellas'
const CODES = '/account/codes/'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

/** Whoever only reads the mailbox chooses a new password. Returns where it leads. */
async function recover({ email }: Citizen): Promise<string> {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${email} and kind = 'recovery' order by created_at desc limit 1`
  const letter = row && openLetter(keyring, row.id, row.sealed).letter
  const link = letter && 'link' in letter ? letter.link.reveal() : ''
  const other = service.browser()
  const done = await other.submit(await other.get(link), { password: CHOSEN })
  expect(new URL(done.url).pathname).toBe('/recover/done/')
  const { url } = await givePassword(service.browser(), { email }, CHOSEN)
  return new URL(url).pathname
}

async function enterWithCode(citizen: Citizen, code: string): Promise<TestBrowser> {
  const browser = service.browser()
  const page = await givePassword(browser, citizen)
  const isApp = /^\d{6}$/.test(code)
  const asked = isApp ? page : await browser.click(page, 'Use a recovery code')
  const entered = await browser.submit(asked, { code })
  expect(new URL(entered.url).pathname).toBe(isApp ? '/account/' : '/account/codes/spent/')
  return browser
}

/** Adds an app, which has made no code in the current step. */
async function addApp(browser: TestBrowser): Promise<SoftApp> {
  const { app } = await addSoftApp(browser, service)
  service.clock.advance(60)
  return app
}

/** Removes the oldest app. */
async function removeApp(browser: TestBrowser): Promise<void> {
  const removed = await browser.submit(await browser.get(CODES), {}, { button: 'Remove' })
  expect(removed.url).toContain('notice=removed')
}

async function citizenWithOldApp() {
  const citizen = await addCitizen(service)
  const enrolled = await enrol(service, citizen)
  service.clock.advance(10 * DAY_SECONDS)
  return { citizen, ...enrolled }
}

async function citizenWithOldPasskey() {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  const passkey = await addSoftPasskey(browser, service)
  service.clock.advance(10 * DAY_SECONDS)
  return { citizen, passkey }
}

const entersWith = async (passkey: SoftPasskey) =>
  (await enterWith(service.browser(), passkey)).status === 303

async function browserWith(passkey: SoftPasskey): Promise<TestBrowser> {
  const browser = service.browser()
  expect((await enterWith(browser, passkey)).status).toBe(303)
  return browser
}

// proves: threat-young-key-dropped
test('who replaces the app is not robbed by whoever reads the mailbox: the new app stays', async () => {
  const { citizen, app } = await citizenWithOldApp()
  const browser = await enterWithCode(citizen, app.code())
  await addApp(browser)
  await removeApp(browser)
  expect(await recover(citizen)).toBe('/login/code/')
})

// proves: threat-young-key-dropped
test('the same with a recovery code, and through several apps in a row', async () => {
  const { citizen, recoveryCodes } = await citizenWithOldApp()
  const browser = await enterWithCode(citizen, recoveryCodes[0] ?? '')
  const second = await addApp(browser)
  await removeApp(browser)
  const later = await enterWithCode(citizen, second.code())
  await addApp(later)
  await removeApp(later)
  expect(await recover(citizen)).toBe('/login/code/')
})

// proves: threat-young-key-dropped
test('the same with a recovery code of the release before, which has no instant', async () => {
  const { citizen, recoveryCodes } = await citizenWithOldApp()
  const { db } = service.database
  await db.query`update recovery_codes set trusted_since = null where citizen_id = ${citizen.citizenId}`
  await db.query`update authenticators set trusted_since = null where citizen_id = ${citizen.citizenId}`
  const browser = await enterWithCode(citizen, recoveryCodes[0] ?? '')
  await addApp(browser)
  await removeApp(browser)
  expect(await recover(citizen)).toBe('/login/code/')
})

// proves: threat-young-key-dropped
test('a passkey that was added by a sign-in with a code or an older passkey stays', async () => {
  const { citizen, app } = await citizenWithOldApp()
  const byCode = await addSoftPasskey(await enterWithCode(citizen, app.code()), service)
  const byPasskey = await addSoftPasskey(await browserWith(byCode), service)
  await recover(citizen)
  expect([await entersWith(byCode), await entersWith(byPasskey)]).toEqual([true, true])
})

// proves: threat-young-key-dropped
test('an app that was added by a sign-in with an older passkey stays', async () => {
  const { citizen, passkey } = await citizenWithOldPasskey()
  await addApp(await browserWith(passkey))
  expect(await recover(citizen)).toBe('/login/code/')
})

test('a key of a thief vouches for no other one: what a young passkey added goes with it', async () => {
  const { citizen, passkey } = await citizenWithOldPasskey()
  const thief = service.browser()
  await signIn(thief, citizen)
  const planted = await addSoftPasskey(thief, service)
  const next = await addSoftPasskey(await browserWith(planted), service)
  const last = await browserWith(next)
  await addApp(last)
  expect(await recover(citizen)).toBe('/account/')
  expect([await entersWith(planted), await entersWith(next), await entersWith(passkey)]).toEqual([
    false,
    false,
    true,
  ])
})

test('recovery codes that a thief made by a young passkey make no app of the thief older', async () => {
  const { citizen, passkey } = await citizenWithOldPasskey()
  const thief = service.browser()
  await signIn(thief, citizen)
  const planted = await addSoftPasskey(thief, service)
  await addApp(await browserWith(passkey))
  const again = await browserWith(planted)
  const made = await again.submit(await again.get(CODES), {}, { button: 'Make new recovery codes' })
  const [code = ''] = made.html.querySelectorAll('ol.secrets code').map(({ text }) => text)
  await addSoftPasskey(await enterWithCode(citizen, code), service)
  await addApp(await enterWithCode(citizen, made.html.querySelectorAll('ol.secrets code')[1]?.text ?? ''))
  await recover(citizen)
  const [left] = await service.database.db.query<{ apps: number; passkeys: number }>`
    select (select count(*)::int from authenticators where citizen_id = ${citizen.citizenId}) as apps,
           (select count(*)::int from passkeys where citizen_id = ${citizen.citizenId}) as passkeys`
  expect(left).toEqual({ apps: 1, passkeys: 1 })
})

// proves: threat-young-key-dropped
test('who removes the last app and adds another with the password alone keeps it: the account had codes before', async () => {
  const { citizen, app } = await citizenWithOldApp()
  await removeApp(await enterWithCode(citizen, app.code()))
  service.clock.advance(DAY_SECONDS)
  const browser = service.browser()
  await signIn(browser, citizen)
  await addApp(browser)
  expect(await recover(citizen)).toBe('/login/code/')
})

// proves: threat-code-lockout
test('not where the account had no codes for three days, or where a recovery came in between', async () => {
  const late = await citizenWithOldApp()
  await removeApp(await enterWithCode(late.citizen, late.app.code()))
  service.clock.advance(3 * DAY_SECONDS)
  const browser = service.browser()
  await signIn(browser, late.citizen)
  await addApp(browser)
  expect(await recover(late.citizen)).toBe('/account/')

  const recovered = await citizenWithOldApp()
  await removeApp(await enterWithCode(recovered.citizen, recovered.app.code()))
  expect(await recover(recovered.citizen)).toBe('/account/')
  const other = service.browser()
  expect(new URL((await givePassword(other, recovered.citizen, CHOSEN)).url).pathname).toBe('/account/')
  await addApp(other)
  service.clock.advance(3601)
  expect(await recover(recovered.citizen)).toBe('/account/')
})

// proves: threat-young-key-dropped
test('a change of the password in between makes the session vouch for no less and no more', async () => {
  const { citizen, app } = await citizenWithOldApp()
  const browser = await enterWithCode(citizen, app.code())
  const page = await browser.get('/account/password/')
  const changed = await browser.submit(page, {
    current_password: TEST_PASSWORD,
    password: 'seven quiet lanterns',
  })
  expect(changed.url).toContain('notice=changed')
  const passkey = await addSoftPasskey(browser, service)
  await recover(citizen)
  expect(await entersWith(passkey)).toBe(true)
})

test('an app whose secret cannot be opened any more keeps no code of another app out', async () => {
  const { citizen, app } = await citizenWithOldApp()
  await insertApp(service.database.db, citizen)
  await enterWithCode(citizen, app.code())
})
