import type { Browser, Page } from 'playwright-core'
import {
  bundlePage,
  type Page as PermitsPage,
} from '../../examples/parking-permits/server/page/bundle-page.ts'
import { isLanguage, LANGUAGES, type Language } from '../../examples/parking-permits/words/languages.ts'
import { findMarkupFaults } from '../../journeys/pages/markup.ts'
import { type Findings, judgePage } from './judge-page.ts'
import { ANSWERS } from './permits-answers.ts'
import { type Arrival, type PermitsState, STATES } from './permits-states.ts'
import type { Rendering } from './renderings.ts'

/** A page of this address may use what browsers keep for secure pages. No server is asked. */
const URL_OF_PERMITS = 'http://localhost/'
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

/** What the browser has stored before the page is opened. */
const STORED: Readonly<Record<Arrival, string>> = {
  central: `localStorage.setItem('portico http://localhost session', JSON.stringify({
    access: 'a', accessExpiresAt: Date.now() + 900_000, refresh: 'r', rotationId: 'o',
  }))`,
  connecting: `sessionStorage.setItem('permits.connecting', 'old')
  localStorage.setItem('portico http://localhost flows', JSON.stringify([
    { verifier: 'v', returnTo: '/?connecting', startedAt: Date.now() },
  ]))`,
}

/** Looks at the page of the program that integrators copy, in one language and in every state. */
export async function walkPermits(
  browser: Browser,
  { language, findings }: { readonly language: string; readonly findings: Findings },
  picture: (page: Page, name: string, rendering: Rendering) => Promise<void>,
): Promise<void> {
  if (!isLanguage(language)) throw new Error(`Parking permits does not speak "${language}"`)
  const built = await bundlePage(URL_OF_PERMITS, [], 'UTC')
  const markup = await findMarkupFaults(built.htmlIn(language))
  findings.faults.push(...markup.map((fault) => `${language}, permits: ${fault}`))
  const { direction } = LANGUAGES[language]
  for (const state of STATES) {
    const { page, close } = await openPermits(browser, built, { ...state, language })
    await state.steps(page)
    await judgePage(page, {
      ...{ name: state.name, findings, wanted: { language, direction } },
      picture: (rendering) => picture(page, state.name, rendering),
    })
    await close()
  }
}

/** How the page is opened. */
export type Opening = Omit<PermitsState, 'name' | 'steps'> & { readonly language?: Language }

/** Opens the page in a window of its own. The browser's requests are answered from here. */
export async function openPermits(
  browser: Browser,
  { htmlIn, assets }: PermitsPage,
  { language = 'en', arrival, path = '', answers = {} }: Opening = {},
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ locale: language, timezoneId: 'UTC' })
  const page = await context.newPage()
  if (arrival) await page.addInitScript(STORED[arrival])
  const known = { ...ANSWERS, ...answers }
  let shown = language
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = known[`${route.request().method()} ${pathname}`]
    if (answer) return route.fulfill(answer(route))
    if (pathname.startsWith('/api/')) return route.fulfill({ status: 204 })
    const chosen = pathname.replace('/language/', '')
    if (isLanguage(chosen)) shown = chosen
    const html = { type: 'text/html; charset=utf-8', body: htmlIn(shown) }
    const { type, body } = assets.get(pathname) ?? html
    return route.fulfill({ contentType: type, body, headers: { 'content-security-policy': POLICY } })
  })
  await page.goto(URL_OF_PERMITS + path)
  await page.locator('#signed-out, #who').and(page.locator(':visible')).first().waitFor()
  return { page, close: () => context.close() }
}
