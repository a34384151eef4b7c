import type { Browser, Page, Route } from 'playwright-core'
import {
  bundlePage,
  type Page as PermitsPage,
} from '../../examples/parking-permits/server/page/bundle-page.ts'
import { type Findings, judgePage } from './judge-page.ts'
import { findMarkupFaults } from './markup.ts'
import type { Rendering } from './renderings.ts'

/** A page of this address may use what browsers keep for secure pages. No server is asked. */
const URL_OF_PERMITS = 'http://localhost/'
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

/** A state of the page, and the steps that lead to it. */
interface PermitsState {
  readonly name: string
  steps(page: Page): Promise<void>
}

const PLATE = 'PO 1234'
const permit = { permit_id: 'p1', plate: PLATE, zone: 'harbour', applied_at: '2026-03-01T09:00:00Z' }
const wrong = (...names: readonly string[]) => ({
  status: 400,
  json: {
    detail: 'Some fields are not right. Nothing was sent.',
    errors: Object.fromEntries(names.map((name) => [name, [{ message: 'This must not be empty.' }]])),
  },
})

/** The answers of the program, by method and path. A field that is empty is refused. */
const ANSWERS: Readonly<Record<string, (route: Route) => object>> = {
  'GET /api/v1/sso/config/': () => ({ json: { account_url: 'https://id.example/account/' } }),
  'GET /api/v1/me/': () => ({ json: { name: 'Ada Lovelace', roles: ['permit_officer'] } }),
  'GET /api/v1/permits/': () => ({
    json: {
      permits: ['applied', 'granted', 'refused'].map((status) => ({ ...permit, permit_id: status, status })),
    },
  }),
  'GET /api/v1/officer/permits/': () => ({
    json: { permits: [{ ...permit, status: 'applied', applicant: 'Grace Hopper' }] },
  }),
  'POST /api/v1/officer/permits/p1/decision/': () => ({ json: {} }),
  'POST /api/v1/permits/': (route) => (sent(route, 'plate') ? { json: permit } : wrong('plate')),
  'POST /api/v1/auth/login/': (route) =>
    sent(route, 'password') ? { json: { access_token: 'old' } } : wrong('email', 'password'),
}

const sent = (route: Route, name: string): unknown => route.request().postDataJSON()?.[name]

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const hasFocus = (selector: string) => (page: Page) => page.waitForSelector(`${selector}:focus`)

async function openOldForm(page: Page): Promise<void> {
  await page.getByText('I already have a parking account').click()
}

async function signInTheOldWay(page: Page): Promise<void> {
  await openOldForm(page)
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('an old password')
  await press(page, 'Sign in the old way')
  await page.locator('#officer-list li').waitFor()
}

/** Every state of the page that looks different. */
const STATES: readonly PermitsState[] = [
  { name: 'permits-signed-out', steps: async () => undefined },
  { name: 'permits-old-form', steps: openOldForm },
  {
    name: 'permits-old-problems',
    steps: async (page) => {
      await openOldForm(page)
      await press(page, 'Sign in the old way')
      await hasFocus('#old-sign-in .form-error')(page)
    },
  },
  { name: 'permits-signed-in', steps: signInTheOldWay },
  {
    name: 'permits-problem',
    steps: async (page) => {
      await signInTheOldWay(page)
      await press(page, 'Apply')
      await hasFocus('#apply .form-error')(page)
    },
  },
  {
    name: 'permits-applied',
    steps: async (page) => {
      await signInTheOldWay(page)
      await page.getByLabel('Number plate').fill(PLATE)
      await press(page, 'Apply')
      await hasFocus('#applied')(page)
    },
  },
  {
    name: 'permits-decided',
    steps: async (page) => {
      await signInTheOldWay(page)
      await press(page, `Grant: ${PLATE}, Grace Hopper`)
      await hasFocus('#decided')(page)
    },
  },
  {
    name: 'permits-signed-out-again',
    steps: async (page) => {
      await signInTheOldWay(page)
      await press(page, 'Sign out')
      await page.getByText('You are signed out.').waitFor()
    },
  },
]

/** Looks at the page of the program that integrators copy, in every state. It has one language. */
export async function walkPermits(
  browser: Browser,
  findings: Findings,
  picture: (page: Page, name: string, rendering: Rendering) => Promise<void>,
): Promise<void> {
  const built = await bundlePage(URL_OF_PERMITS, [])
  findings.faults.push(...(await findMarkupFaults(built.html.body)).map((fault) => `permits: ${fault}`))
  for (const { name, steps } of STATES) {
    const { page, close } = await openPermits(browser, built)
    await steps(page)
    await judgePage(page, {
      ...{ name, findings, wanted: { language: 'en', direction: 'ltr' } },
      picture: (rendering) => picture(page, name, rendering),
    })
    await close()
  }
}

/** Opens the page in a window of its own. The browser's requests are answered from here. */
export async function openPermits(
  browser: Browser,
  { html, assets }: PermitsPage,
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = ANSWERS[`${route.request().method()} ${pathname}`]
    if (answer) return route.fulfill(answer(route))
    if (pathname.startsWith('/api/')) return route.fulfill({ status: 204 })
    const { type, body } = assets.get(pathname) ?? html
    return route.fulfill({ contentType: type, body, headers: { 'content-security-policy': POLICY } })
  })
  await page.goto(URL_OF_PERMITS)
  await page.locator('#signed-out').waitFor()
  return { page, close: () => context.close() }
}
