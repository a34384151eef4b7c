// Takes long, because a real browser goes to every page on which somebody may end.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPermitsStage, type PermitsStage } from './permits-stage.ts'
import {
  type Arrival,
  addPermit,
  atThePage,
  countOf,
  isInTheOldWay,
  openPeople,
  openVisit,
  type People,
  signInAtTheCentre,
  type Visit,
} from './permits-visits.ts'
import { click, middleOf } from './presses.ts'

/** What a press may come to, and where it must not end. */
let stage: PermitsStage
let people: People
let visit: Visit

beforeAll(async () => {
  stage = await openPermitsStage()
  people = await openPeople(stage)
})
afterAll(() => stage?.close())
afterEach(async () => {
  expect(visit.guest.faults.filter((fault) => fault.startsWith('script:'))).toEqual([])
})

async function open(arrival: Arrival): Promise<Visit> {
  visit = await openVisit(stage, people, arrival)
  return visit
}

const shows = (selector: string) => visit.guest.page.locator(selector).first().waitFor()
const notice = () => visit.guest.page.locator('#notice-text').textContent()
const address = '/api/v1/sso/ticket/'

/** Ends the session of this browser, as a sign-out on another device does. */
async function endSession(): Promise<void> {
  const { rows } = await stage.permits.pool.query(
    `update sso.sessions set ended_at = now(), ended_cause = 'logout', central_sealed = null
      where account_id = $1 and ended_at is null returning id`,
    [visit.accountId],
  )
  expect(rows.length).toBeGreaterThan(0)
}

const decidedBy = () => countOf(visit, 'permits where decided_by = $1', visit.accountId)

test('an officer who presses once more where the button was decides on nothing else, however late', async () => {
  const { guest, plate, applicantId } = await open('officer')
  for (const letter of 'ABCDEFGHIJKL') await addPermit(visit, applicantId, `${plate} ${letter}`, 'applied')
  await atThePage(visit)
  for (const [times, button] of ['Grant', 'Refuse'].entries()) {
    const at = await middleOf(guest.page.locator(`#officer-list button[aria-label^="${button}"]`).first())
    await click(guest.page, at, 1)
    await shows(`#decided:has-text("${button === 'Grant' ? 'Granted' : 'Refused'}")`)
    await click(guest.page, at, 1)
    await expect.poll(() => visit.requests.open.size).toBe(0)
    expect(await decidedBy()).toBe(times + 1)
  }
})

test('an officer who presses both buttons has decided with the first one', async () => {
  const { guest, plate, applicantId } = await open('officer')
  await addPermit(visit, applicantId, plate, 'applied')
  await atThePage(visit)
  const before = await decidedBy()
  await guest.page.evaluate(
    `document.querySelectorAll('#officer-list li:last-child button').forEach((button) => button.click())`,
  )
  await shows(`#decided:has-text("Granted: ${plate}")`)
  await expect.poll(() => visit.requests.open.size).toBe(0)
  expect(await decidedBy()).toBe(before + 1)
  expect(guest.faults).toEqual([])
})

test('a file that does not come leaves the citizen on the page', async () => {
  const { guest, plate, accountId } = await open('citizen')
  await addPermit(visit, accountId, plate, 'granted')
  await atThePage(visit)
  const asked = guest.page.waitForResponse((answer) => answer.url().endsWith(address))
  await stage.permits.pool.query(
    `update permits set status = 'applied', decided_at = null where plate = $1`,
    [plate],
  )
  await guest.page.locator('#permits-list button').first().click()
  await asked
  await expect.poll(() => visit.requests.open.size).toBe(0)
  await guest.page.getByLabel('Number plate').fill('ST 1')
  expect(new URL(guest.page.url()).pathname).toBe('/')
})

test.each<[string, Arrival, string]>([
  ['downloads a permit', 'citizen', '#permits-list button'],
  ['decides on an application', 'officer', '#officer-list button'],
])(
  'whoever %s after the session has ended reads so, and can sign in again',
  async (_what, arrival, button) => {
    const { guest, plate, name, applicantId } = await open(arrival)
    await addPermit(visit, applicantId, plate, arrival === 'citizen' ? 'granted' : 'applied')
    await atThePage(visit)
    await endSession()
    await guest.page.locator(button).first().click()
    await guest.isTold(/^You are signed out here, because/)
    await expect.poll(() => visit.requests.open.size).toBe(0)
    expect(await notice()).toMatch(/^You are signed out here, because/)
    await guest.pressOnPage('Sign in')
    await guest.isSignedIn(name)
  },
)

test('whoever goes back, connects again and cancels is still signed in the old way, and reads so', async () => {
  const { guest } = await open('old')
  for (const time of [1, 2]) {
    await isInTheOldWay(visit)
    await guest.pressOnPage('Connect to my central account')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    if (time === 1) await guest.page.goBack()
  }
  await signInAtTheCentre(visit)
  await guest.press('Cancel')
  await isInTheOldWay(visit)
  expect(await notice()).toBe('You did not finish signing in.')
})

test('whoever began another sign-in before, and cannot connect the account, reads why and stays signed in', async () => {
  const { guest, old } = await open('stranger')
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/login/')
  await guest.page.goBack()
  await guest.page.locator('#old summary').click()
  await guest.page.locator('#old-sign-in-email').fill(old.email)
  await guest.page.locator('#old-sign-in-password').fill(old.password)
  await guest.pressOnPage('Sign in the old way')
  await isInTheOldWay(visit)
  await guest.pressOnPage('Connect to my central account')
  await signInAtTheCentre({ ...visit, email: people.citizen.email })
  await isInTheOldWay(visit)
  await expect.poll(notice).toMatch(/already has another parking account/)
  await guest.page.locator('#notice-button').dblclick()
  await guest.isSignedIn(people.citizen.name)
})

test('a browser that blocks storage reads what to do, and gets one button, which works when storage is allowed', async () => {
  const { guest } = await open('stranger')
  const { page } = guest
  await page.addInitScript(`if (!document.cookie.includes('storage=allowed'))
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })`)
  await guest.goTo(stage.permits)
  // Nothing has to be stored yet, so nothing is said.
  expect(await page.locator('#notice').isHidden()).toBe(true)
  await guest.pressOnPage('Sign in')
  await shows('#notice:not([hidden])')
  expect(await notice()).toContain('This browser blocks storage')
  expect(await page.locator('#sign-in').isHidden()).toBe(true)
  await Promise.all([page.waitForEvent('load'), guest.pressOnPage('Try again')])
  await guest.pressOnPage('Sign in')
  await shows('#notice:not([hidden])')
  await page.evaluate(`document.cookie = 'storage=allowed'`)
  await Promise.all([page.waitForEvent('load'), guest.pressOnPage('Try again')])
  await guest.pressOnPage('Sign in')
  await page.waitForURL((url) => url.pathname === '/login/')
})
