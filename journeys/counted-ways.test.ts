import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
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
async function counted(walk: (guest: Guest, openMail: (link: string) => Promise<unknown>) => Promise<void>) {
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
  await guest.page.locator('#permits').waitFor()
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
