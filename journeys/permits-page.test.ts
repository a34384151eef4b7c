// Takes over 10 s: the service, two programs and Chromium start, and each test opens a window and signs in.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addOldAccount } from '../examples/parking-permits/server/index.ts'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { type Guest, hasLoaded, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'

let stage: PermitsStage
let guest: Guest

beforeAll(async () => {
  stage = await openPermitsStage()
})
afterAll(() => stage?.close())
afterEach(async () => {
  await guest.close()
  expect(guest.faults).toEqual([])
})

test('on paper, the page has the permits and the devices, and no button', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Paul Paper' })
  guest = await openGuest(stage)
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Paul Paper')
  await page.locator('#devices li').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#devices-title').isVisible()).toBe(true)
  expect(await page.locator('#devices li').isVisible()).toBe(true)
  expect(await page.locator('button:visible').count()).toBe(0)
})

/** The language of the page, and its title. */
const spoken = () =>
  guest.page.evaluate(`[document.documentElement.lang, document.querySelector('h1').innerText]`)

test('a citizen comes back in the language that was chosen at the identity service, and may choose another one then', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Lena Language', language: 'de' })
  guest = await openGuest(stage)
  const { page } = guest
  await guest.goTo(stage.permits)
  await guest.pressOnPage('Sign in')
  await page.waitForURL((url) => url.pathname === '/login/')
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.pressMain()
  await page.waitForURL((url) => url.origin === stage.permits.url && url.pathname === '/')
  await guest.isSignedIn('Lena Language')
  await hasLoaded(page)
  expect(await spoken()).toEqual(['de', 'Parkausweise'])
  await page.locator('.languages a[hreflang=en]').click()
  await guest.isSignedIn('Lena Language')
  expect(await spoken()).toEqual(['en', 'Parking permits'])
})

test('times are in the zone of the program and name it, whatever zone the browser has', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Zoe Zone' })
  guest = await openGuest(stage, { timezoneId: 'Asia/Kathmandu' })
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Zoe Zone')
  const time = guest.page.locator('#devices time')
  const instant = new Date((await time.getAttribute('datetime')) ?? '')
  const clock = instant.toISOString().slice(11, 16)
  expect(await time.innerText()).toMatch(new RegExp(`${clock} UTC$`))
})

test('on the narrowest phone, a number plate stays on one line', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Nora Narrow' })
  guest = await openGuest(stage, { viewport: { width: 320, height: 640 } })
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Nora Narrow')
  await page.getByLabel('Number plate').fill('PO NR 123 AB')
  await guest.pressOnPage('Apply')
  await page.locator('.plate').waitFor()
  const tops = await page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.plate'))
    return [...range.getClientRects()].map(({ top }) => top)
  })()`)
  expect(tops).toHaveLength(1)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

/** The ids of the visible buttons whose background is that of an ordinary button no more. */
const mainButtons = () =>
  guest.page.evaluate(`[...document.querySelectorAll('main button')]
    .filter((button) => button.checkVisibility())
    .filter((button) => {
      const ordinary = button.appendChild(document.createElement('i'))
      ordinary.style.background = matchMedia('(forced-colors: active)').matches ? 'ButtonFace' : 'transparent'
      const [own, usual] = [button, ordinary].map((each) => getComputedStyle(each).backgroundColor)
      ordinary.remove()
      return own !== usual
    })
    .map(({ id }) => id)`)

/** The id of the element with the focus. */
const focused = () => guest.page.evaluate('document.activeElement.id')

test('who signs out is told so, and the focus is there', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Fay Focus' })
  guest = await openGuest(stage)
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Fay Focus')
  await guest.signOut()
  await guest.isTold(/^You are signed out here/)
  await expect.poll(focused).toBe('notice')
})

test('who is signed out by the centre while applying is told so, and the focus is there', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Cleo Centre' })
  guest = await openGuest(stage)
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Cleo Centre')
  await hasLoaded(guest.page)
  await stage.identity.db
    .query`update citizens set security_version = security_version + 1 where subject = ${citizen.subject}`
  stage.permits.clock.advance(30_000)
  await guest.page.getByLabel('Number plate').fill('EN 0000')
  await guest.pressOnPage('Apply')
  await guest.isTold(/^You are signed out here/)
  await expect.poll(focused, { timeout: 10_000 }).toBe('notice')
  expect(guest.faults.splice(0).filter((fault) => !fault.startsWith('status: 401'))).toEqual([])
})

test('who signed in in the old way sees one main button, to connect the account, and the focus is above it', async () => {
  const old = { email: 'main.button@example.test', password: 'an old password' }
  await addOldAccount(stage.permits.database.url, { ...old, name: 'Mona Main' })
  guest = await openGuest(stage)
  const { page } = guest
  await guest.goTo(stage.permits)
  await page.locator('#old summary').click()
  await page.locator('#old-sign-in input[name=email]').fill(old.email)
  await page.locator('#old-sign-in input[name=password]').fill(old.password)
  await guest.pressOnPage('Sign in the old way')
  await guest.isSignedIn('Mona Main')
  expect(await mainButtons()).toEqual(['connect-button'])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await mainButtons()).toEqual(['connect-button'])
  expect(await focused()).toBe('connect-title')
  await guest.pressOnPage('Sign out')
  await guest.isTold('You are signed out.')
  expect(await focused()).toBe('notice')
})
