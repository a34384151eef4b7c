import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'

const REFUSED = 'Your mail provider refused our mail'
const WAITING = 'Check your email'

let service: TestService
let relay: RelayOf
let browser: Browser

beforeAll(async () => {
  service = await startTestService()
  relay = await relayOf(service)
  browser = await launchChromium()
})
beforeEach(() => {
  relay.smtp.behave({})
  service.clock.advance(3601)
})
afterAll(async () => {
  await browser?.close()
  await relay?.close()
  await service?.close()
})

/** A browser that waits for a mail, whose letter is refused meanwhile. */
async function waitFor(email: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en', ...options })).newPage()
  await page.clock.install()
  await page.goto(`${service.baseUrl}/register/`)
  await page.locator('input[name=full_name]').fill('Ada Lovelace')
  await page.locator('input[name=email]').fill(email)
  await page.locator('main form button').first().click()
  await page.waitForURL(/register\/sent/)
  relay.refuse('RCPT', 550, 'no such user')
  await relay.sendDue()
  service.clock.advance(60)
  return page
}

/** The time of the wait goes by, and the page loads again by itself. */
async function waitUntilLoaded(page: Page): Promise<string> {
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward('01:01')
  await loaded
  return page.locator('h1').innerText()
}

/** The time of the wait goes by. Returns the pages that the browser asks for by itself until it has drawn this one again. */
async function askedInWait(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(request.url())
  })
  await page.clock.fastForward('01:01')
  await page.screenshot()
  return asked
}

// proves: design-7.8-refused-is-told
test('a page that nobody touches says that the mail was refused, once, and leads on by the keyboard', async () => {
  const page = await waitFor('wrong@example.org')
  expect(await page.locator('h1').innerText()).toBe(WAITING)
  await page.clock.fastForward('00:30')
  expect(await page.locator('h1').innerText()).toBe(WAITING)
  expect(await waitUntilLoaded(page)).toBe(REFUSED)
  expect(await page.locator('[data-wait]').count()).toBe(0)
  await page.locator('main a', { hasText: 'another address' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/register\/$/)
  await page.context().close()
})

test('a page where a code is typed, or is about to be, stays as it is', async () => {
  const page = await waitFor('typing@example.org')
  await page.locator('input[name=code]').focus()
  expect(await askedInWait(page)).toEqual([])
  const other = await waitFor('typed@example.org')
  await other.locator('input[name=code]').fill('123')
  await other.locator('input[name=code]').blur()
  expect(await askedInWait(other)).toEqual([])
  expect(await other.locator('h1').innerText()).toBe(WAITING)
  expect(await other.locator('input[name=code]').inputValue()).toBe('123')
  await page.context().close()
  await other.context().close()
})

test('without JavaScript it is there when the page is loaded again', async () => {
  const page = await waitFor('quiet@example.org', { javaScriptEnabled: false })
  expect(await page.locator('h1').innerText()).toBe(WAITING)
  await page.reload()
  expect(await page.locator('h1').innerText()).toBe(REFUSED)
  await page.context().close()
})
