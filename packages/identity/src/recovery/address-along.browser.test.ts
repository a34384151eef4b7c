import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const EMAIL = 'ana@example.test'
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

/** Types an address at the sign-in, says that the password is forgotten, and returns what the next form has. */
async function forgotten(typed: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${service.baseUrl}/login/`)
  await page.fill('input[name=email]', typed)
  await page.click('a[href="/recover/"]')
  await page.waitForURL('**/recover/')
  await page.waitForLoadState('load')
  const email = () => page.inputValue('input[name=email]')
  return { page, email, url: page.url(), close: () => context.close() }
}

test('an address that was typed and not sent is in the form for a new password, in no address, and once', async () => {
  const { page, email, url, close } = await forgotten(EMAIL)
  expect([await email(), url]).toEqual([EMAIL, `${service.baseUrl}/recover/`])
  await page.goto(`${service.baseUrl}/recover/`)
  await page.waitForLoadState('load')
  expect(await email()).toBe('')
  await close()
})

test.each([
  ['nothing was typed', '', {}],
  ['no script runs', EMAIL, { javaScriptEnabled: false }],
] as const)('where %s, the form is empty', async (_, typed, options) => {
  const { page, email, close } = await forgotten(typed, options)
  expect(await email()).toBe('')
  expect(await page.locator('h1').innerText()).toBe('Recover your account')
  await close()
})

test('a browser that keeps nothing for pages shows the form, and both pages work', async () => {
  const context = await browser.newContext()
  await context.addInitScript(
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('', 'SecurityError') } })`,
  )
  const page = await context.newPage()
  const faults: unknown[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  await page.goto(`${service.baseUrl}/login/`)
  await page.fill('input[name=email]', EMAIL)
  await page.click('a[href="/recover/"]')
  await page.waitForURL('**/recover/')
  await page.fill('input[name=email]', EMAIL)
  await page.click('main button.primary')
  await page.waitForURL('**/recover/sent/')
  expect(faults).toEqual([])
  await context.close()
})
