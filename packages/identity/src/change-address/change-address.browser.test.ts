import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { ADDRESS, ChangeCase, carryOutAll, titleOf, WAIT_SECONDS } from './change-address.fixture.ts'

let service: TestService
let browser: Browser

beforeAll(async () => {
  service = await startTestService()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

async function signInAt(page: Page, email: string): Promise<void> {
  await page.goto(`${service.baseUrl}/login/`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service.baseUrl}/account/`)
}

/** Opens the link of a letter, types an address, and sends the only form. */
async function answerLetter(page: Page, path: string, email: string): Promise<string> {
  await page.goto(service.baseUrl + path)
  await page.locator('input[name=email]').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.search.includes('link='))
  return page.locator('h1').innerText()
}

// Without JavaScript, because every page must work so.
test('somebody changes the address with the pages and letters alone, and the old address takes it back', async () => {
  const it = new ChangeCase(service, await addCitizen(service))
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  const page = await context.newPage()
  await signInAt(page, it.citizen.email)
  await page.goto(service.baseUrl + ADDRESS)
  await page.locator('input[name=email]').fill(it.newEmail)
  await page.keyboard.press('Enter')
  await page.waitForURL(/sent/)
  expect(await page.locator('main').innerText()).toContain(it.newEmail)

  const elsewhere = await browser.newPage()
  await answerLetter(elsewhere, await it.linkOf('new-address', it.newEmail), it.citizen.email)
  await page.goto(service.baseUrl + ADDRESS)
  expect(await page.locator('main').innerText()).toContain(it.newEmail)
  expect(await it.signsIn(it.newEmail)).toBe(false)

  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect([await it.signsIn(it.newEmail), await it.signsIn(it.citizen.email)]).toEqual([true, false])

  const undo = await it.linkOf('address-changed')
  expect(titleOf(await service.browser().get(undo))).toBeTruthy()
  expect(await it.signsIn(it.newEmail)).toBe(true)
  await answerLetter(elsewhere, undo, it.citizen.email)
  expect((await it.now()).email).toBe(it.citizen.email)
  expect(await it.signsIn(it.newEmail)).toBe(false)
  expect(await it.letters()).toContain('was-not-me')
  await page.goto(`${service.baseUrl}/account/`)
  expect(new URL(page.url()).pathname).toBe('/login/')
  await context.close()
})
