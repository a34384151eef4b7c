// Takes over 10 s: axe reads each letter in two languages, light and dark, and a validator reads each in every language.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults, loadAxe } from '../../../../journeys/pages/axe.ts'
import { LETTER_POLICY, letterPages } from '../../../../journeys/pages/letter-pages.ts'
import { findMarkupFaults } from '../../../../journeys/pages/markup.ts'
import { openPages } from '../../../../journeys/pages/open-pages.ts'
import { findBrokenRules } from '../../../../journeys/pages/page-rules.ts'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { wordsFor } from '../pages/words/words-for.ts'
import { LANGUAGES } from '../platform/languages.ts'

const NARROW = { width: 320, height: 640 }

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
})

// proves: design-8-readable-pages
test.each(LANGUAGES)('no letter breaks a rule of HTML (%s)', async (language) => {
  const faults: string[] = []
  for (const { name, render } of letterPages(language))
    for (const fault of await findMarkupFaults(render(frameOf(language)).toString()))
      faults.push(`${name}: ${fault}`)
  expect(faults).toEqual([])
})

// proves: design-8-readable-pages
test.each(['en', 'ar'])(
  'no letter breaks WCAG 2.2 AA, light or dark, at 320 px (%s)',
  {
    timeout: 300_000,
  },
  async (language) => {
    const samples = letterPages(language)
    const frame = frameOf(language)
    const options = { viewport: NARROW }
    const letters = { frame, samples, options, policy: LETTER_POLICY }
    const { page, show, close } = await openPages(browser, letters)
    const wanted = { language, direction: frame.words.direction, landmarks: 'main footer' }
    const faults: string[] = []
    for (const { name } of samples) {
      await show(name)
      await loadAxe(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const found = [...(await findFaults(page)), ...(await findBrokenRules(page, wanted))]
        faults.push(...found.map((fault) => `${name}, ${colorScheme}: ${fault}`))
      }
    }
    await close()
    expect(faults).toEqual([])
  },
)

function frameOf(language: string) {
  return { serviceName: 'City accounts', ...wordsFor(language) }
}
