// Takes over 10 s: a real browser opens each page in three ways, and axe reads it in two of them.
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { GOOD, writeBrand } from '../brand/brand.fixture.ts'

const AXE = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source as string
const PATHS = ['/register/', '/login/', '/recover/', '/nowhere/']
const RGB = { light: 'rgb(122, 31, 92)', dark: 'rgb(240, 166, 216)' }

let service: TestService
let browser: Browser

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_BRAND_FILE: writeBrand(GOOD) } })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

test.each([
  ['light', 'en', true],
  ['dark', 'de', true],
  ['light', 'de', false],
] as const)(
  'a deployment has its name, logo, colours and links on every page: %s, %s, scripts %s',
  async (colorScheme, locale, javaScriptEnabled) => {
    const context = await browser.newContext({
      colorScheme,
      locale,
      javaScriptEnabled,
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text())
    })
    for (const path of PATHS) {
      await page.goto(service.baseUrl + path)
      expect(await page.locator('header').innerText()).toContain(GOOD.name)
      const links = await page
        .locator('footer a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(Object.values(GOOD.links))
      const wide = await page
        .locator('main')
        .evaluate((main) => main.ownerDocument.documentElement.scrollWidth)
      expect([path, wide]).toEqual([path, 320])
      const logo = page.locator('header img')
      expect(await logo.evaluate((image) => image.getBoundingClientRect().height)).toBeGreaterThan(20)
      if (javaScriptEnabled) {
        expect(await page.evaluate('document.querySelector("header img").naturalWidth')).toBeGreaterThan(0)
        await page.evaluate(AXE)
        const broken = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))',
        )
        expect([path, broken]).toEqual([path, []])
      }
    }
    await page.goto(`${service.baseUrl}/login/`)
    const button = page.locator('main button.primary').first()
    expect(
      await button.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).backgroundColor),
    ).toBe(RGB[colorScheme])
    expect(faults).toEqual([])
    await context.close()
  },
)

test('a logo that is opened by itself may run nothing, and is kept', async () => {
  const login = await service.browser().get('/login/')
  const path = login.html.querySelector('header img')?.getAttribute('src') ?? ''
  const { status, headers } = await fetch(service.baseUrl + path)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
