import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets } from './assets.ts'
import { everyPage, ordinaryTexts, type SamplePage } from './every-page.fixture.ts'
import type { PageFrame } from './layout.ts'
import { wordsFor } from './words/words-for.ts'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const longTexts = { name: LONG, email: `${LONG}@${LONG}.example`, program: LONG, token: LONG + LONG }

let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
  })
})

afterAll(async () => {
  await browser?.close()
})

/** Opens pages without a server: the browser's requests are answered from here. */
async function visit(options: BrowserContextOptions, frame: PageFrame, samples: readonly SamplePage[]) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const bodies = new Map(samples.map((sample) => [`/${sample.name}`, sample.render(frame).toString()]))
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const asset = assets.find(({ path }) => path === pathname)
    const contentType = asset?.contentType ?? 'text/html; charset=utf-8'
    const headers = {
      'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'",
    }
    return route.fulfill({ contentType, headers, body: asset?.body ?? bodies.get(pathname) ?? '' })
  })
  return { context, page }
}

const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The pages have no frames: the mode without a second page for what frames say takes two thirds of the time. */
async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(LEVELS).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html} ${failureSummary}`),
  )
}

test.each([
  ['light on a phone', { viewport: PHONE, colorScheme: 'light' }],
  ['dark on a desktop', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('no page breaks WCAG 2.2 AA, %s', { timeout: 300_000 }, async (_name, options) => {
  const samples = everyPage(ordinaryTexts)
  const { context, page } = await visit(options, { serviceName: 'Portico', ...wordsFor('en') }, samples)
  const faults: string[] = []
  for (const { name } of samples) {
    await page.goto(`http://portico.test/${name}`)
    faults.push(...(await faultsOf(page, name)))
  }
  await context.close()
  expect(faults).toEqual([])
})

async function pagesThatScrollSideways(
  frame: PageFrame,
  samples: readonly SamplePage[],
): Promise<readonly string[]> {
  const { context, page } = await visit({ viewport: PHONE }, frame, samples)
  const wide: string[] = []
  for (const { name } of samples) {
    await page.goto(`http://portico.test/${name}`)
    if ((await sidewaysPixels(page)) > 0) wide.push(name)
  }
  await context.close()
  return wide
}

test.each(['en', 'de'])(
  'no page of %s scrolls sideways, however long the names',
  { timeout: 300_000 },
  async (language) => {
    const frame = { serviceName: LONG, ...wordsFor(language) }
    expect(await pagesThatScrollSideways(frame, everyPage(ordinaryTexts))).toEqual([])
    expect(await pagesThatScrollSideways(frame, everyPage(longTexts))).toEqual([])
  },
)

test('every page is laid out from right to left by direction alone', { timeout: 300_000 }, async () => {
  const words = { ...wordsFor('en').words, direction: 'rtl' }
  const frame = { serviceName: 'Portico', language: 'ar', words }
  expect(await pagesThatScrollSideways(frame, everyPage(ordinaryTexts))).toEqual([])
})

test('a problem has the focus when its page opens, and the keyboard shows where it is', async () => {
  const samples = everyPage(ordinaryTexts)
  const { context, page } = await visit(
    { viewport: PHONE },
    { serviceName: 'Portico', ...wordsFor('en') },
    samples,
  )
  await page.goto('http://portico.test/register-problems')
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
  await page.goto('http://portico.test/login')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.className')).toBe('skip')
  expect(await page.locator('.skip').boundingBox()).toMatchObject({
    x: expect.any(Number),
    width: expect.any(Number),
  })
  for (const name of ['house', 'email', 'password']) {
    await page.keyboard.press('Tab')
    const [label, outline] = await page.evaluate<[string, string]>(
      '[document.activeElement.id || document.activeElement.className, getComputedStyle(document.activeElement).outlineWidth]',
    )
    expect([label, outline]).toEqual([name, '3px'])
  }
  await context.close()
})
