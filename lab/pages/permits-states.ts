import type { Page } from 'playwright-core'
import { type Answer, failed, PLATE } from './permits-answers.ts'

/** Who comes to the page: a citizen with a session, or one who returns from connecting an old account. */
export type Arrival = 'central' | 'connecting'

/** A state of the page, and the steps that lead to it in every language. */
export interface PermitsState {
  readonly name: string
  readonly arrival?: Arrival
  /** The address to which the citizen comes, below the page's own. */
  readonly path?: string
  /** Other answers of the program. */
  readonly answers?: Readonly<Record<string, Answer>>
  steps(page: Page): Promise<unknown>
}

const hasFocus = (page: Page, selector: string) => page.waitForSelector(`${selector}:focus`)
const isShown = (selector: string) => (page: Page) => page.locator(selector).waitFor()
const submit = (page: Page, form: string) => page.locator(`${form} button[type=submit]`).click()

/** Opens the form for old accounts. */
export const openOldForm = (page: Page): Promise<void> => page.locator('#old summary').click()

/** Signs in with an old password. */
export async function signInTheOldWay(page: Page): Promise<void> {
  await openOldForm(page)
  await page.locator('#old-sign-in-email').fill('ada@example.org')
  await page.locator('#old-sign-in-password').fill('an old password')
  await submit(page, '#old-sign-in')
  await page.locator('#officer-list li').first().waitFor()
}

/** Sends the form for a permit. */
export async function apply(page: Page, plate = ''): Promise<void> {
  await page.locator('#apply-plate').fill(plate)
  await submit(page, '#apply')
}

/** Every state of the page that looks different. */
export const STATES: readonly PermitsState[] = [
  { name: 'permits-signed-out', steps: isShown('#signed-out') },
  { name: 'permits-old-form', steps: openOldForm },
  {
    name: 'permits-old-problems',
    steps: async (page) => {
      await openOldForm(page)
      await submit(page, '#old-sign-in')
      await hasFocus(page, '#old-sign-in .form-error')
    },
  },
  {
    name: 'permits-try-again',
    steps: async (page) => {
      await page.locator('#sign-in').click()
      await page.locator('#notice-button').waitFor()
    },
  },
  {
    name: 'permits-to-connect',
    path: 'signed-in?sso_error=existing_account',
    steps: isShown('#notice-button'),
  },
  { name: 'permits-signed-in-the-old-way', steps: signInTheOldWay },
  {
    name: 'permits-not-connected',
    arrival: 'connecting',
    path: 'signed-in?sso_error=existing_account',
    steps: isShown('#notice-button'),
  },
  { name: 'permits-devices', arrival: 'central', steps: isShown('#officer-list li >> nth=1') },
  {
    name: 'permits-failed',
    arrival: 'central',
    answers: { 'GET /api/v1/devices/': failed },
    steps: isShown('#notice-button'),
  },
  {
    name: 'permits-problem',
    arrival: 'central',
    steps: async (page) => {
      await page.locator('#officer-list li').first().waitFor()
      await apply(page)
      await hasFocus(page, '#apply .form-error')
    },
  },
  {
    name: 'permits-applied',
    arrival: 'central',
    steps: async (page) => {
      await page.locator('#officer-list li').first().waitFor()
      await apply(page, PLATE)
      await hasFocus(page, '#applied')
    },
  },
  {
    name: 'permits-decided',
    arrival: 'central',
    steps: async (page) => {
      await page.locator('#officer-list button').first().click()
      await hasFocus(page, '#decided')
    },
  },
  {
    name: 'permits-empty',
    arrival: 'central',
    answers: {
      'GET /api/v1/permits/': () => ({ json: { permits: [] } }),
      'GET /api/v1/officer/permits/': () => ({ json: { permits: [] } }),
    },
    steps: isShown('#officer-empty'),
  },
  {
    name: 'permits-signed-out-again',
    arrival: 'central',
    steps: async (page) => {
      await page.locator('#officer-list li').first().waitFor()
      await page.locator('#sign-out').click()
      await page.locator('#notice-link').waitFor()
    },
  },
]
