import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  bundlePage,
  type Page as PermitsPage,
} from '../../examples/parking-permits/server/page/bundle-page.ts'
import { LANGUAGES } from '../../examples/parking-permits/words/languages.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { type Opening, openPermits } from './permits.ts'
import { PLATE } from './permits-answers.ts'
import { apply, openOldForm, signInTheOldWay } from './permits-states.ts'

let browser: Browser
let built: PermitsPage
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  ;[browser, built] = await Promise.all([launchChromium(), bundlePage('http://localhost/', [], 'UTC')])
})
afterAll(() => browser?.close())
afterEach(() => close?.())

async function open(opening: Opening = {}): Promise<void> {
  ;({ page, close } = await openPermits(browser, built, opening))
}

const textOf = (selector: string) => page.locator(selector).textContent()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each(['de', 'ar'] as const)('in %s', (language) => {
  const words = LANGUAGES[language]

  test('a refused form says what is missing in each field, has the focus, and leads to the field', async () => {
    await open({ language })
    await openOldForm(page)
    await press(words.page.oldSignIn)
    const summary = page.locator('#old-sign-in .form-error')
    await page.waitForSelector('#old-sign-in .form-error:focus')
    const { email, password } = words.app.fields
    expect(await summary.getByRole('link').allTextContents()).toEqual([email.missing, password.missing])
    for (const name of ['email', 'password'] as const) {
      const field = page.locator(`#old-sign-in-${name}`)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      const described = await field.getAttribute('aria-describedby')
      expect(await textOf(`#${described}`)).toBe(words.app.fields[name].missing)
      await summary.locator(`a[href="#old-sign-in-${name}"]`).press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe(`old-sign-in-${name}`)
    }
    expect(new URL(page.url()).hash).toBe('')
  })
})

test('a problem that is mended is gone, and the label of its field says only its name', async () => {
  await open({ arrival: 'central' })
  await page.locator('#officer-list li').first().waitFor()
  await apply(page)
  await page.waitForSelector('#apply .form-error:focus')
  const plate = page.getByLabel('Number plate', { exact: true })
  await apply(page, PLATE)
  await page.waitForSelector('#applied:focus')
  expect(await page.locator('#apply .form-error').isHidden()).toBe(true)
  expect(await plate.getAttribute('aria-invalid')).toBeNull()
  expect(await plate.getAttribute('aria-describedby')).toBeNull()
  expect(await page.locator('.field-error').count()).toBe(0)
})

test('what is done is said where the focus then is, and not after a sign-out', async () => {
  await open()
  await signInTheOldWay(page)
  await apply(page, PLATE)
  await page.waitForSelector('#applied:focus')
  expect(await textOf('#applied')).toBe('You have applied for a permit for PO 1234.')
  await press('Grant: PO 1234, Grace Hopper')
  await page.waitForSelector('#decided:focus')
  expect(await textOf('#decided')).toBe('Granted: PO 1234, Grace Hopper')
  await press('Sign out')
  await page.locator('#signed-out').waitFor()
  for (const id of ['#applied', '#decided']) expect(await page.locator(id).isHidden()).toBe(true)
})

test('dates, devices, zones and states are in German, this device first', async () => {
  await open({ language: 'de', arrival: 'central' })
  await page.locator('#devices').waitFor()
  expect(await page.locator('#devices-list li').allTextContents()).toEqual([
    'Chrome unter Linuxseit dem 1. März 2026 um 08:55\u00A0Uhr UTCDieses Gerät',
    'Firefox unter Androidseit dem 27. Februar 2026 um 18:05\u00A0Uhr UTC',
    'Unbekannter Browserseit dem 10. Januar 2026 um 07:30\u00A0Uhr UTC',
  ])
  expect(await textOf('#permits-list li >> nth=0')).toBe('PO 1234Hafen1. März 2026Beantragt')
})

/** Around a name or a plate: it is one piece in a sentence of the other direction. */
const isolated = (text: string) => `\u2068${text}\u2069`

test('the Arabic page is written from right to left, and keeps plates and names in one piece', async () => {
  await open({ language: 'ar', arrival: 'central' })
  await page.locator('#officer-list button').first().click()
  await page.waitForSelector('#decided:focus')
  expect(await textOf('#decided')).toBe(`مُنح: ${isolated(PLATE)}، ${isolated('Grace Hopper')}`)
  expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl')
  expect(await page.locator('#permits-list time').first().textContent()).toBe('1 مارس 2026')
})

test('a citizen who is signed in the old way still is so in another language', async () => {
  await open()
  await signInTheOldWay(page)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Dieses Konto verbinden' }).waitFor()
  await expect.poll(() => textOf('#name')).toBe('Ada Lovelace')
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  await press('Abmelden')
  await page.locator('#signed-out').waitFor()
  await page.reload()
  await page.locator('#signed-out').waitFor()
})

/** The buttons that are the next step: they are filled with the accent. */
const primaryButtons = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main button')]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
    .map((one) => one.textContent)`)
const signInButtons = () => page.getByRole('button', { name: /sign in|try again/i }).allTextContents()

test('whoever is not signed in has one button to sign in, also when signing in does not work', async () => {
  await open()
  expect(await signInButtons()).toEqual(['Sign in'])
  await press('Sign in')
  await page.locator('#notice-button').waitFor()
  expect(await signInButtons()).toEqual(['Try again'])
  expect(await primaryButtons()).toEqual(['Try again'])
})

test.each<[string, Opening, string]>([
  ['has an old account', { path: 'signed-in?sso_error=existing_account' }, 'Connect my old account'],
  ['has cancelled', { path: 'signed-in?sso_error=cancelled' }, 'Sign in'],
  [
    'cannot connect the old account',
    { arrival: 'connecting', path: 'signed-in?sso_error=existing_account' },
    'Sign in with your central account',
  ],
  [
    'has cancelled while connecting the old account',
    { arrival: 'connecting', path: 'signed-in?sso_error=cancelled' },
    'Connect to my central account',
  ],
])('whoever %s has one next step', async (_who, opening, step) => {
  await open(opening)
  await page.locator('#notice').waitFor()
  // The form to apply for a permit is no step of signing in.
  expect((await primaryButtons()).filter((label) => label !== 'Apply')).toEqual([step])
})
