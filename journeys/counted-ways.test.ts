// Takes over 10 s: the service, two programs and Chromium start, and a real browser walks each way from its first page to its last.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { addSoftApp } from '../packages/identity/testing/soft-app.ts'
import { linkIn } from './kit/mail-server.ts'
import { type Guest, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'

/** What the ways into a program cost: docs/accessibility.md has these numbers. */
let stage: PermitsStage

beforeAll(async () => {
  stage = await openPermitsStage()
})
afterAll(() => stage?.close())

/** Runs in each page, before its own scripts. */
const COUNTS = `
  addEventListener('click', ({ isTrusted }) => { if (isTrusted) pressed() }, true)
  addEventListener('input', ({ target }) => filled(location.pathname + ' ' + target.id), true)`

/** Counts what somebody presses, and which fields are filled. A link in a mail is pressed, too. */
async function counted(
  walk: (guest: Guest, openMail: (link: string) => Promise<unknown>) => Promise<void>,
  end = '#permits',
) {
  const guest = await openGuest(stage)
  let presses = 0
  const fields = new Set<string>()
  await guest.page.exposeFunction('pressed', () => void (presses += 1))
  await guest.page.exposeFunction('filled', (name: string) => void fields.add(name))
  await guest.page.addInitScript({ content: COUNTS })
  await guest.goTo(stage.permits)
  await walk(guest, (link) => {
    presses += 1
    return guest.page.goto(link)
  })
  await guest.page.locator(end).waitFor()
  await guest.close()
  return { presses, entries: fields.size }
}

test('a new citizen is inside after five presses and three entries', async () => {
  const email = 'five@example.test'
  const cost = await counted(async (guest, openMail) => {
    await guest.pressOnPage('Create an account')
    await guest.page.waitForURL((url) => url.pathname === '/register/')
    await guest.fill({ full_name: 'Nina Newcomer', email })
    await guest.press('Create account')
    await openMail(linkIn(await stage.mailServer.mailTo(email, 'Confirm your email address')))
    await guest.fill({ password: TEST_PASSWORD })
    await guest.press('Set password')
    await guest.press('Continue')
  })
  expect(cost).toEqual({ presses: 5, entries: 3 })
})

test('a citizen who was here before is inside after two presses and two entries; one who forgot the password after five and two', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const first = await openGuest(stage)
  await first.signIn(stage.permits, email)
  await first.close()
  const known = await counted(async (guest) => {
    await guest.pressOnPage('Sign in')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    await guest.fill({ email, password: TEST_PASSWORD })
    await guest.pressMain()
  })
  const forgotten = await counted(async (guest, openMail) => {
    await guest.pressOnPage('Sign in')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    await guest.press('Forgotten your password?')
    await guest.fill({ email })
    await guest.pressMain()
    await openMail(linkIn(await stage.mailServer.mailTo(email, 'Choose a new password')))
    await guest.fill({ password: 'another walk along the river' })
    await guest.pressMain()
  })
  expect([known, forgotten]).toEqual([
    { presses: 2, entries: 2 },
    { presses: 5, entries: 2 },
  ])
})

test('a citizen who is signed in at the centre is inside after one press', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const cost = await counted(async (guest) => {
    await guest.signIn(stage.permits, email)
    await guest.signOut()
    await guest.page.locator('#signed-out').waitFor()
    await guest.pressOnPage('Sign in')
  })
  // The first sign-in has three, signing out has one.
  expect(cost).toEqual({ presses: 5, entries: 2 })
})

test('a citizen who has lost the phone is inside after five presses and three entries with a recovery code; without one the wait begins after six and three', async () => {
  const { service } = stage.identity
  const { email } = await addCitizen(service)
  const first = await openGuest(stage)
  await first.signIn(stage.permits, email)
  await first.close()
  const browser = service.browser()
  await signIn(browser, { email })
  const { recoveryCodes } = await addSoftApp(browser, service.foundation)
  const proveAndLose = async (guest: Guest, then: string) => {
    await guest.pressOnPage('Sign in')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    await guest.fill({ email, password: TEST_PASSWORD })
    await guest.pressMain()
    await guest.press(then)
  }
  const withCode = await counted(async (guest) => {
    await proveAndLose(guest, 'Use a recovery code')
    await guest.fill({ code: recoveryCodes[0] ?? '' })
    await guest.pressMain()
    await guest.press('Continue')
  })
  const without = await counted(async (guest, openMail) => {
    await proveAndLose(guest, 'I have lost my phone and my recovery codes')
    await guest.press('Send the email')
    await openMail(linkIn(await stage.mailServer.mailTo(email, 'Confirm that you have lost your phone')))
    await guest.fill({ password: TEST_PASSWORD })
    await guest.pressMain()
  }, 'h1:text("The waiting time has begun")')
  expect([withCode, without]).toEqual([
    { presses: 5, entries: 3 },
    { presses: 6, entries: 3 },
  ])
})
