import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { assets } from './assets.ts'
import { everyPage, ordinaryTexts, type SamplePage } from './every-page.fixture.ts'
import type { PageFrame } from './layout.ts'
import { wordsFor } from './words/words-for.ts'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }
const LOOKS = [
  ['light', PHONE],
  ['dark', DESKTOP],
] as const
/** The page loads axe once and is judged in each look: `AxeBuilder` would load it anew for each. */
const AXE = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source as string
const AXE_OPTIONS = { runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] }
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const longTexts = { name: LONG, email: `${LONG}@${LONG}.example`, program: LONG, token: LONG + LONG }

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
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

/** What axe finds in the page as it is shown now, when no colour is on its way to another. */
const faultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`document.getAnimations().forEach((one) => one.finish())
    axe.run(${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)

// proves: design-8-readable-pages
test('no page breaks WCAG 2.2 AA, light on a phone or dark on a desktop', {
  timeout: 300_000,
}, async () => {
  const samples = everyPage(ordinaryTexts)
  const { context, page } = await visit({}, { serviceName: 'Portico', ...wordsFor('en') }, samples)
  const faults: string[] = []
  for (const { name } of samples) {
    await page.goto(`http://portico.test/${name}`)
    await page.evaluate(AXE)
    for (const [colorScheme, size] of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      faults.push(...(await faultsOf(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`))
    }
  }
  await context.close()
  expect(faults).toEqual([])
})

/** A page as it stands in its frame. */
interface Shown {
  readonly name: string
  readonly width: number
  readonly scrollWidth: number
}

/** All pages at once, each in a frame as wide as a phone: a frame scrolls sideways exactly as a window does. */
async function pagesThatScrollSideways(
  frame: PageFrame,
  samples: readonly SamplePage[],
): Promise<readonly string[]> {
  const { context, page } = await visit({}, frame, samples)
  const { width, height } = PHONE
  const frames = samples.map(({ name }) => `<iframe name="${name}" src="/${name}"></iframe>`).join('')
  const body = `<style>iframe { border: 0; width: ${width}px; height: ${height}px }</style>${frames}`
  await page.route('http://portico.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://portico.test/')
  const shown = await page.evaluate<readonly Shown[]>(`Array.from(frames, ({ name, document }) => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { name, title: document.title, styles: document.styleSheets.length, width: clientWidth, scrollWidth }
  })`)
  await context.close()
  for (const one of shown) expect(one).toMatchObject({ title: expect.stringMatching(/./), styles: 1, width })
  expect(shown.map(({ name }) => name)).toEqual(samples.map(({ name }) => name))
  return shown.filter((one) => one.scrollWidth > one.width).map(({ name }) => name)
}

// proves: design-8-readable-pages
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
  const frame = { serviceName: 'Portico', ...wordsFor('ar') }
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
  // Chromium gives the focus of `autofocus` when it renders, which may be after the page's load event.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
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
