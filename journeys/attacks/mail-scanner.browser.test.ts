import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkIn } from '../../lab/kit/mail-server.ts'
import { addressHash } from '../../packages/identity/src/attempts/index.ts'
import { findCitizen } from '../../packages/identity/src/citizens/index.ts'
import { addCitizen, signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { openWindow } from '../chromium.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
let chromium: Browser

beforeAll(async () => {
  ;[target, chromium] = await Promise.all([openTarget(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await target?.expectWell()
  await target?.close()
})

const NEW_PASSWORD = 'nine purple umbrellas'

/** Scripts that a scanner runs in the page. The page itself has none. */
const SCRIPTS = {
  submitAsItIs: `document.querySelector('main form').submit()`,
  demandNothing: `
    for (const input of document.querySelectorAll('input'))
      for (const name of ['required', 'minlength', 'pattern']) input.removeAttribute(name)
    for (const form of document.querySelectorAll('form')) form.noValidate = true`,
  sendHiddenFields: `{
    const form = document.querySelector('main form')
    const bare = document.createElement('form')
    Object.assign(bare, { method: 'post', action: form.action })
    for (const input of form.querySelectorAll('input[type=hidden]')) bare.append(input.cloneNode())
    document.body.append(bare)
    bare.submit()
  }`,
}

/** What mail scanners do with a link: open it, run scripts, press buttons, submit forms, and follow links. */
async function scan(link: string): Promise<readonly number[]> {
  for (const method of ['HEAD', 'GET', 'OPTIONS', 'GET'])
    await fetch(link, { method, headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' } })
  const window = await openWindow(chromium)
  const { page } = window
  const statuses: number[] = []
  const submitting = async (act: () => Promise<unknown>) => {
    await page.goto(link)
    await page.locator('main form').waitFor()
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    const navigated = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
    await act()
    statuses.push((await answered).status())
    await navigated
    await page.waitForLoadState('load')
  }
  const press = async () => {
    await page.evaluate(SCRIPTS.demandNothing)
    await page.locator('main form button').first().click()
  }
  await submitting(() => page.evaluate(SCRIPTS.submitAsItIs))
  await submitting(press)
  await submitting(async () => {
    const typed = page.locator('main form input:not([type=hidden]):not([readonly])').first()
    await typed.fill((await typed.getAttribute('type')) === 'email' ? 'scanner@example.test' : 'Password1')
    await press()
  })
  await submitting(() => page.evaluate(SCRIPTS.sendHiddenFields))
  await page.goto(link)
  const hrefs = await page.locator('a[href]').all()
  const links = await Promise.all(hrefs.map((each) => each.getAttribute('href')))
  for (const next of new Set(links)) await page.goto(new URL(next ?? '', link).href)
  await window.close()
  return statuses
}

async function expectScanSpendsNothing(link: string): Promise<void> {
  const statuses = await scan(link)
  expect(statuses).toHaveLength(4)
  for (const status of statuses) expect([400, 429]).toContain(status)
}

describe('scanners that run scripts and submit forms in a real browser spend no mailed link', () => {
  // proves: threat-mail-scanner
  test('of a registration: its owner sets the first password', async () => {
    const email = 'scanned.registration@example.test'
    const browser = target.identity.browser()
    await browser.submit(await browser.get('/register/'), { full_name: 'Ana', email })
    const link = linkIn(await target.mailServer.mailTo(email, /Confirm/))
    await expectScanSpendsNothing(link)
    expect(await target.identity.db.query`select 1 from login_emails where email = ${email}`).toEqual([])
    const owner = target.identity.browser()
    const done = await owner.submit(await owner.get(link), { password: NEW_PASSWORD }, { follow: false })
    expect(done.status).toBe(303)
    expect(await target.identity.db.query`select 1 from login_emails where email = ${email}`).toHaveLength(1)
  }, 300_000)

  // proves: threat-mail-scanner
  test('of a recovery: its owner chooses, and until then the old password is good', async () => {
    const citizen = await addCitizen(target.identity.service)
    const browser = target.identity.browser()
    await browser.submit(await browser.get('/recover/'), { email: citizen.email })
    const link = linkIn(await target.mailServer.mailTo(citizen.email, /new password/))
    await expectScanSpendsNothing(link)
    await signIn(target.identity.browser(), citizen)
    const owner = target.identity.browser()
    const done = await owner.submit(await owner.get(link), { password: NEW_PASSWORD }, { follow: false })
    expect(done.status).toBe(303)
    await signIn(target.identity.browser(), citizen, NEW_PASSWORD)
  }, 300_000)

  // proves: threat-foreign-browser-link
  test('of a browser: its owner may try the password, and the scanner may not', async () => {
    const citizen = await addCitizen(target.identity.service)
    const browser = target.identity.browser()
    await target.identity.db.query`
      insert into guessed_addresses (address_hash, failures, forget_at)
      values (${addressHash(citizen.email)}, 100, to_timestamp(4000000000))`
    const closed = await browser.submit(await browser.get('/login/'), {
      email: citizen.email,
      password: TEST_PASSWORD,
    })
    expect(closed.status).toBe(403)
    await browser.submit(closed, {}, { button: 'Send the link' })
    const link = linkIn(await target.mailServer.mailTo(citizen.email, /new browser/))
    await expectScanSpendsNothing(link)
    const known = () =>
      target.identity.db.query`select 1 from known_devices where citizen_id = ${citizen.citizenId}`
    expect(await known()).toEqual([])
    const done = await browser.submit(await browser.get(link), { email: citizen.email }, { follow: false })
    expect([done.status, await known()]).toEqual([303, [expect.anything()]])
    await signIn(browser, citizen)
  }, 300_000)

  // proves: threat-mail-scanner
  test('of a verification: its owner proves the address', async () => {
    const citizen = await addCitizen(target.identity.service, { emailVerified: false })
    const browser = target.identity.browser()
    await signIn(browser, citizen)
    await browser.submit(await browser.get(authorizeAddress(newAttempt(target.program))))
    const link = linkIn(await target.mailServer.mailTo(citizen.email, /./))
    await expectScanSpendsNothing(link)
    const isVerified = async () => (await findCitizen(target.identity.db, citizen.citizenId))?.emailVerified
    expect(await isVerified()).toBe(false)
    // The scanners' wrong guesses came from the same network. The known browser need not wait because of them.
    await browser.submit(await browser.get(link), { password: TEST_PASSWORD }, { follow: false })
    expect(await isVerified()).toBe(true)
  }, 300_000)
})
