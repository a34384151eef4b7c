// Takes over 10 s: axe reads the reference of the whole API, closed and opened, in two widths and two colour schemes.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow } from './chromium.ts'
import { openService, type Service } from './service.ts'

let service: Service
let chromium: Browser

beforeAll(async () => {
  ;[service, chromium] = await Promise.all([openService(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await service?.close()
})

async function openReference(options: BrowserContextOptions = {}) {
  const window = await openWindow(chromium, options)
  await window.page.goto(`${service.identity.baseUrl}/api/reference/`)
  return window
}

const ARTICLES = '.api article:visible'

// proves: document-search
test('without a script, the page shows everything, and no search', async () => {
  const { page, faults, close } = await openReference({ javaScriptEnabled: false })
  expect(await page.locator('input').count()).toBe(0)
  expect(await page.locator(ARTICLES).count()).toBe(await page.locator('.api article').count())
  const examples = await page.locator('.api article pre').count()
  expect(examples).toBeGreaterThan(150)
  await page.locator('#issueTokens').locator('xpath=..').getByText('Example: 400 invalid_grant').click()
  expect(await page.getByText('"error": "invalid_grant"').first().isVisible()).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('every entry of the contents leads to its part', async () => {
  const { page, close } = await openReference({ javaScriptEnabled: false })
  const links = await page.locator('.api nav a').all()
  expect(links.length).toBe(await page.locator('.api article').count())
  for (const link of links) {
    const id = (await link.getAttribute('href'))?.slice(1) ?? ''
    expect(await page.locator(`[id="${id}"]`).count()).toBe(1)
  }
  await close()
})

// proves: document-search
test('the search shows only the parts with all of its words, and every part again', async () => {
  const { page, faults, close } = await openReference()
  const all = await page.locator(ARTICLES).count()
  const search = page.getByLabel('Search this page')
  const focused = () => page.evaluate('document.activeElement.id')
  for (let at = 0; at < 10 && (await focused()) !== 'search'; at += 1) await page.keyboard.press('Tab')
  expect(await focused()).toBe('search')
  await page.keyboard.type('Invalid_GRANT  verifier')
  expect(await page.locator(`${ARTICLES} h3`).allInnerTexts()).toEqual([
    'Trade a code or a refresh token for tokens',
  ])
  expect(await page.getByRole('status').innerText()).toBe(`1 of ${all} parts`)
  expect(await page.locator('.api section:visible').count()).toBe(1)
  // A link from what is shown to what is not.
  await page.locator(ARTICLES).getByRole('link', { name: 'OAuthError' }).first().click()
  expect(await page.locator('#body-OAuthError').isVisible()).toBe(true)
  expect([await search.inputValue(), await page.locator(ARTICLES).count()]).toEqual(['', all])
  for (const nothing of ['zebra', '<script>', '.*', '\\', "'"]) {
    await search.fill(nothing)
    expect(await page.getByRole('status').innerText()).toMatch(/^\d+ of \d+ parts$/)
  }
  await search.fill('zebra')
  expect(await page.locator(ARTICLES).count()).toBe(0)
  await search.fill('  ')
  expect([await page.getByRole('status').innerText(), await page.locator(ARTICLES).count()]).toEqual([
    '',
    all,
  ])
  expect(faults).toEqual([])
  await close()
})

describe.each([
  ['on a phone', { viewport: { width: 360, height: 740 } }],
  ['on a desktop', { viewport: { width: 1280, height: 900 } }],
])('%s', (_where, options) => {
  test.each(['light', 'dark'] as const)(
    'axe has no fault, and nothing is cut off: %s',
    async (colorScheme) => {
      const { page, inaccessible, faults, close } = await openReference({ ...options, colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await inaccessible()).toEqual([])
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await inaccessible()).toEqual([])
      expect(faults).toEqual([])
      const shots = process.env['SHOTS']
      if (shots) await page.screenshot({ path: `${shots}/${options.viewport.width}-${colorScheme}.png` })
      await close()
    },
  )
})

test('the contents stand beside the text where there is room, and above it on a phone', async () => {
  for (const [width, isBeside] of [
    [1280, true],
    [360, false],
  ] as const) {
    const { page, close } = await openReference({ viewport: { width, height: 900 } })
    const [nav, heading] = [
      await page.locator('.api nav').boundingBox(),
      await page.locator('.api h2').first().boundingBox(),
    ]
    expect((nav?.y ?? 0) + (nav?.height ?? 0) > (heading?.y ?? 0)).toBe(isBeside)
    await page.locator('#body-OAuthError').scrollIntoViewIfNeeded()
    const bottom = await page.evaluate("document.querySelector('.api nav').getBoundingClientRect().bottom")
    expect(Number(bottom) > 0).toBe(isBeside)
    await close()
  }
})

test('the page is sent in less than 20 kB, and its policy names its only script', async () => {
  const { baseUrl } = service.identity
  const answer = await fetch(`${baseUrl}/api/reference/`, { headers: { 'accept-encoding': 'identity' } })
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`script-src ${baseUrl}/api/reference/search.js;`)
  expect(policy).not.toMatch(/unsafe|\*|data:/)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  const packed = await fetch(`${baseUrl}/api/reference/`, { headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(20_000)
  expect(await packed.text()).toBe(await answer.text())
  const script = await fetch(`${baseUrl}/api/reference/search.js`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})
