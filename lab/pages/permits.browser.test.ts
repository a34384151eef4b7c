import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundlePage } from '../../examples/parking-permits/server/page/bundle-page.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { openPermits } from './permits.ts'

let browser: Browser
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

beforeEach(async () => {
  ;({ page, close } = await openPermits(browser, await bundlePage('http://localhost/', [])))
})
afterEach(() => close?.())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const openOldForm = () => page.getByText('I already have a parking account').click()

async function signInTheOldWay(): Promise<void> {
  await openOldForm()
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('an old password')
  await press('Sign in the old way')
  await page.locator('#officer-list li').first().waitFor()
}

test('a refused form lists its problems by the names of the fields, has the focus, and leads to each field', async () => {
  await openOldForm()
  await press('Sign in the old way')
  const summary = page.locator('#old-sign-in .form-error')
  await page.waitForSelector('#old-sign-in .form-error:focus')
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Enter your e-mail address',
    'Enter your old password',
  ])
  for (const name of ['email', 'password']) {
    const field = page.locator(`#old-sign-in-${name}`)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const described = await field.getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toMatch(/^Enter your /)
    await summary.locator(`a[href="#old-sign-in-${name}"]`).press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe(`old-sign-in-${name}`)
  }
  expect(new URL(page.url()).hash).toBe('')
})

test('a problem that is mended is gone, and the label of its field says only its name', async () => {
  await signInTheOldWay()
  await press('Apply')
  await page.waitForSelector('#apply .form-error:focus')
  const plate = page.getByLabel('Number plate', { exact: true })
  await plate.fill('PO 1234')
  await press('Apply')
  await page.waitForSelector('#applied:focus')
  expect(await page.locator('#apply .form-error').isHidden()).toBe(true)
  expect(await plate.getAttribute('aria-invalid')).toBeNull()
  expect(await plate.getAttribute('aria-describedby')).toBeNull()
  expect(await page.locator('.field-error').count()).toBe(0)
})

test('what is done is said where the focus then is, and not after a sign-out', async () => {
  await signInTheOldWay()
  await page.getByLabel('Number plate').fill('PO 1234')
  await press('Apply')
  await page.waitForSelector('#applied:focus')
  expect(await page.locator('#applied').textContent()).toBe('You have applied for a permit for PO 1234.')
  await press('Grant: PO 1234, Grace Hopper')
  await page.waitForSelector('#decided:focus')
  expect(await page.locator('#decided').textContent()).toBe('Granted: PO 1234, Grace Hopper')
  await press('Sign out')
  await page.locator('#signed-out').waitFor()
  for (const id of ['#applied', '#decided']) expect(await page.locator(id).isHidden()).toBe(true)
})

test('whoever is not signed in has one button to sign in', async () => {
  expect(await page.getByRole('button', { name: /^Sign in/ }).allTextContents()).toEqual([
    'Sign in or register',
  ])
})

test('a date is in the language of the page', async () => {
  await signInTheOldWay()
  expect(await page.locator('#permits-list time').first().textContent()).toBe('1 March 2026')
})
