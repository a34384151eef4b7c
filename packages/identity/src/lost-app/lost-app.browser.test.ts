import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { carryOutAll, DAY_SECONDS, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

let service: TestService
let browser: Browser
let context: BrowserContext
/** The window in which somebody wants to sign in, and one that opens the links of letters. */
let page: Page
let mail: Page

beforeAll(async () => {
  service = await startTestService()
  browser = await launchChromium()
  context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  page = await context.newPage()
  const elsewhere = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  mail = await elsewhere.newPage()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const heading = (where: Page) => where.locator('h1').innerText()
const said = (where: Page) => where.locator('main').innerText()

/** Fills in the only field of this name, and sends its form by the keyboard. */
async function answer(where: Page, name: string, value: string, then: string): Promise<void> {
  await where.locator(`input[name=${name}]`).fill(value)
  await where.keyboard.press('Enter')
  await expect.poll(() => heading(where)).toBe(then)
}

/** Gives the right password, and stands before the page after it. */
async function givePassword(email: string, then: string): Promise<void> {
  await context.clearCookies()
  await page.goto(`${service.baseUrl}/login/`)
  await page.getByLabel('Email address').fill(email)
  await answer(page, 'password', TEST_PASSWORD, then)
}

/** From the page of the code to the waiting period. */
async function sayThatItIsLost(lost: Awaited<ReturnType<typeof withOldApp>>['lost']): Promise<void> {
  await givePassword(lost.citizen.email, 'Enter your code')
  await page.getByRole('link', { name: 'I have lost my phone' }).click()
  expect(await heading(page)).toBe('Have you lost your phone?')
  expect(await said(page)).toContain('7\u00a0days')
  await page.getByRole('button', { name: 'Send the email' }).click()
  expect(await heading(page)).toBe('Check your email')
  await mail.goto(service.baseUrl + (await lost.linkOf('lost-app')))
  expect([await heading(mail), await lost.waits()]).toEqual(['Remove the lost app', false])
  await answer(mail, 'password', TEST_PASSWORD, 'The waiting time has begun')
}

// Without JavaScript, because every page must work so.
// proves: threat-app-removed-by-mail
test('somebody who lost the phone waits, is asked twice by mail, and signs in with the password alone', async () => {
  const { lost } = await withOldApp(service, await addCitizen(service))
  await sayThatItIsLost(lost)
  expect(await lost.waits()).toBe(true)

  // The phone is found: the letter keeps the app, without any sign-in.
  await mail.goto(service.baseUrl + (await lost.linkOf('app-removal-requested')))
  expect(await heading(mail)).toBe('Keep your apps for codes')
  await answer(mail, 'email', lost.citizen.email, 'Your apps stay')
  expect([await lost.waits(), await lost.apps()]).toEqual([false, 1])

  // It is lost again, and nobody stops it.
  service.clock.advance(DAY_SECONDS)
  await sayThatItIsLost(lost)
  service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
  await carryOutAll(service)
  await mail.goto(service.baseUrl + (await lost.linkOf('app-removal-soon')))
  expect(await heading(mail)).toBe('Keep your apps for codes')
  await givePassword(lost.citizen.email, 'Enter your code')
  service.clock.advance(DAY_SECONDS)
  await carryOutAll(service)
  await givePassword(lost.citizen.email, 'Your account')
  expect(new URL(page.url()).pathname).toBe('/account/')
  await page.goto(`${service.baseUrl}/account/activity/`)
  expect(await said(page)).toContain('The lost apps for codes were removed')
  await mail.reload()
  expect(await heading(mail)).toBe('This link does not work')
})
