// Takes long, because axe and a real browser look at every page.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults, findFaultsOfLook, findFaultsOfWords, loadAxe } from '../../../../journeys/pages/axe.ts'
import { walkByKeyboard } from '../../../../journeys/pages/keyboard.ts'
import { openPages, PAGES_URL } from '../../../../journeys/pages/open-pages.ts'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { everyPage, ordinaryTexts, type SamplePage } from './every-page.fixture.ts'
import type { PageFrame } from './layout.ts'
import { onePerPlace, onePerShape } from './page-shape.fixture.ts'
import { wordsFor } from './words/words-for.ts'

const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }
const LOOKS = [
  ['light', PHONE, findFaults],
  ['dark', DESKTOP, findFaultsOfLook],
] as const
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const longTexts = { name: LONG, email: `${LONG}@${LONG}.example`, program: LONG, token: LONG + LONG }

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
})

const frameOf = (language: string): PageFrame => ({
  serviceName: 'Portico',
  signedInAs: ordinaryTexts.email,
  ...wordsFor(language),
})

// proves: design-8-readable-pages
// The walk of `npm run pages` looks at every state of every page.
test('no element breaks WCAG 2.2 AA in any place where a page has it, light on a phone or dark on a desktop', {
  timeout: 300_000,
}, async () => {
  const frame = frameOf('en')
  const samples = onePerPlace(everyPage(ordinaryTexts), frame)
  const { page, show, close } = await openPages(browser, { frame, samples })
  const faults: string[] = []
  for (const { name } of samples) {
    await show(name)
    await loadAxe(page)
    for (const [colorScheme, size, find] of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      faults.push(...(await find(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`))
    }
  }
  await close()
  expect(faults).toEqual([])
})

// proves: design-8-readable-pages
// Of the languages, one is written from right to left. The walk of `npm run pages` does the same in every language.
test.each(['ar'])(
  'no element of a page of %s breaks WCAG 2.2 AA on a phone',
  {
    timeout: 300_000,
  },
  async (language) => {
    const frame = frameOf(language)
    const samples = onePerPlace(everyPage(ordinaryTexts), frame)
    const { page, show, close } = await openPages(browser, { frame, samples, options: { viewport: PHONE } })
    const faults: string[] = []
    for (const { name } of samples) {
      await show(name)
      await loadAxe(page)
      faults.push(...(await findFaultsOfWords(page)).map((fault) => `${name}: ${fault}`))
    }
    await close()
    expect(faults).toEqual([])
  },
)

test('a button that waits does not look like one that can be pressed', async () => {
  const samples = everyPage(ordinaryTexts).filter(({ name }) => name === 'login')
  const frame = frameOf('en')
  const { page, close } = await openPages(browser, { frame, samples, options: { viewport: PHONE } })
  await page.goto(`${PAGES_URL}login`)
  const button = page.locator('main button.primary')
  const look = () =>
    button.evaluate((element) => {
      const style = element.ownerDocument.defaultView?.getComputedStyle(element)
      const { color, backgroundColor, borderStyle, cursor } = style ?? {}
      return { color, backgroundColor, borderStyle, cursor }
    })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const before = await look()
  await button.evaluate((element) => element.setAttribute('disabled', ''))
  const after = await look()
  await close()
  expect(after).toMatchObject({ borderStyle: 'dashed', cursor: 'not-allowed' })
  expect(after.color).not.toBe(before.color)
  expect(after.backgroundColor).not.toBe(before.backgroundColor)
})

const WITH_MANY_CONTROLS = ['login', 'register-problems', 'confirm-first', 'sessions', 'profile-problem']

// Words change no order. The walk of `npm run pages` goes through all pages of every language.
test.each(['en', 'ar'])('the Tab key goes through the pages of %s in order', async (language) => {
  const samples = everyPage(ordinaryTexts).filter(({ name }) => WITH_MANY_CONTROLS.includes(name))
  expect(samples).toHaveLength(WITH_MANY_CONTROLS.length)
  const frame = frameOf(language)
  const { page, close } = await openPages(browser, { frame, samples, options: { viewport: PHONE } })
  const faults: string[] = []
  for (const { name } of samples) {
    await page.goto(PAGES_URL + name)
    faults.push(...(await walkByKeyboard(page)).map((fault) => `${name}: ${fault}`))
  }
  await close()
  expect(faults).toEqual([])
})

/** What a window says of the page that it shows. */
interface Shown {
  readonly title: string
  readonly styles: number
  readonly width: number
  readonly scrollWidth: number
}

const SHOWN = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  return { title: document.title, styles: document.styleSheets.length, width: clientWidth, scrollWidth }
})()`

async function pagesThatScrollSideways(
  frame: PageFrame,
  samples: readonly SamplePage[],
): Promise<readonly string[]> {
  const { page, show, close } = await openPages(browser, { frame, samples, options: { viewport: PHONE } })
  const found: string[] = []
  for (const { name } of samples) {
    await show(name)
    const { width, scrollWidth, ...about } = await page.evaluate<Shown>(SHOWN)
    expect([name, width, about]).toEqual([
      name,
      PHONE.width,
      { title: expect.stringMatching(/./), styles: 1 },
    ])
    if (scrollWidth > width) found.push(name)
  }
  await close()
  return found
}

// proves: design-8-readable-pages
test.each(['en', 'de', 'ar'])(
  'no page of %s scrolls sideways, however long the names',
  { timeout: 300_000 },
  async (language) => {
    const frame = { ...frameOf(language), serviceName: LONG }
    expect(await pagesThatScrollSideways(frame, onePerShape(everyPage(longTexts), frame))).toEqual([])
  },
)

test('a problem or a success has the focus when its page opens, and the keyboard shows where it is', async () => {
  const samples = everyPage(ordinaryTexts)
  const frame = frameOf('en')
  const { page, close } = await openPages(browser, { frame, samples, options: { viewport: PHONE } })
  await page.goto(`${PAGES_URL}register-problems`)
  // Chromium gives the focus of `autofocus` when it renders, which may be after the page's load event.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
  await page.goto(`${PAGES_URL}passkey-added`)
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('status')
  await page.goto(`${PAGES_URL}login`)
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
  await close()
})

test.each(['set-password-registration', 'set-password-recovery', 'password'])(
  'the script of %s shows a new password and hides it again, and none is sent as a text',
  async (name) => {
    const frame = frameOf('en')
    const samples = everyPage(ordinaryTexts)
    const options = { viewport: PHONE }
    const { page, close } = await openPages(browser, { frame, samples, hasScript: true, options })
    await page.goto(PAGES_URL + name)
    const field = page.locator('input[name=password]')
    const length = page.locator('[data-length]')
    expect(await length.isVisible()).toBe(false)
    await field.fill('nine purple umbrella\u{1f302}')
    expect(await length.innerText()).toBe('Characters so far: 21')
    await field.fill('')
    expect(await length.isVisible()).toBe(false)
    await field.fill('nine purple umbrellas')
    expect(await field.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).last().click()
    expect(await field.getAttribute('type')).toBe('text')
    expect(await field.inputValue()).toBe('nine purple umbrellas')
    await loadAxe(page)
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await field.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).last().click()
    const others = page.getByRole('button', { name: 'Show password' })
    while ((await others.count()) > 0) await others.first().click()
    const typesWhenSent = await page.evaluate<string[]>(`new Promise((resolve) => {
      const { form } = document.querySelector('input[name=password]')
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        resolve([...form.querySelectorAll('[data-show]')].map((field) => field.type))
      })
      form.requestSubmit()
    })`)
    expect(new Set(typesWhenSent)).toEqual(new Set(['password']))
    await close()
  },
)

test('the password of a sign-in can be shown, and without the script nothing offers it', async () => {
  const frame = frameOf('en')
  const samples = everyPage(ordinaryTexts)
  for (const [name, hasScript] of [
    ['login-passkey-first', true],
    ['codes-2', true],
    ['login-passkey-first', false],
    ['set-password-registration', false],
  ] as const) {
    const { page, close } = await openPages(browser, { frame, samples, hasScript })
    await page.goto(PAGES_URL + name)
    const show = page.getByRole('button', { name: 'Show password' })
    expect(await show.count()).toBe(hasScript ? 1 : 0)
    if (hasScript) await show.click()
    const field = page.locator('input[name=password]')
    expect(await field.getAttribute('type')).toBe(hasScript ? 'text' : 'password')
    await close()
  }
})
