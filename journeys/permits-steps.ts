import { expect } from 'vitest'
import type { Control } from './permits-controls.ts'
import {
  type Arrival,
  addPermit,
  atThePage,
  countOf,
  signInAtTheCentre,
  type Visit,
} from './permits-visits.ts'

export type Step = (visit: Visit) => Promise<unknown>

export interface Again {
  readonly effects: number
  /** What is counted, if it is not the same. */
  readonly of?: (visit: Visit) => Promise<number>
  readonly arrive?: Step
  readonly done?: Step
}

/** One act of a citizen on the page, and what comes of it. */
export interface Story {
  readonly what: string
  /** The places in the code that make what is pressed. */
  readonly controls: readonly [Control, ...Control[]]
  readonly opens: Arrival
  /** What is pressed, if it is not the first one that its place makes. */
  readonly target?: string
  /** From the opened page to what is pressed. */
  readonly arrive?: Step
  /** Where Enter is pressed, if not on the button itself. */
  readonly enterOn?: string
  /** The request whose answer is slow. */
  readonly slow?: RegExp
  /** The citizen reads what is true, and can go on. */
  readonly done: Step
  /** Counts what the act changes in the store of the program. The act must change it by one. */
  readonly effects?: (visit: Visit) => Promise<number>
  /** After Back, and the act once more: how many effects there are then. `gone`: there is nothing more to press. */
  readonly again: 'gone' | Again
  /** What is seen only after clicks. */
  readonly clicked?: Step
  /** The refusals that the act causes. */
  readonly refusals?: RegExp
}

export const at = (selector: string) => (visit: Visit) => visit.guest.page.locator(selector).first().waitFor()
export const noticeIs = (words: string | RegExp) => (visit: Visit) =>
  expect.poll(() => visit.guest.page.locator('#notice-text').textContent()).toMatch(words)
export const isIn: Step = ({ guest, name }) => guest.isSignedIn(name)
export const isAtLogin: Step = async ({ guest: { page } }) => {
  await page.waitForURL((url) => url.pathname === '/login/')
  await page.locator('input[name=password]').waitFor()
}
export const isAtRegistration: Step = async ({ guest: { page } }) => {
  await page.waitForURL((url) => url.pathname === '/register/')
  await page.locator('input[name=full_name]').waitFor()
}
export const isAtAccount: Step = ({ guest: { page } }) =>
  page.waitForURL((url) => url.pathname === '/account/')
export const begun = (visit: Visit) => countOf(visit, 'sso.pending')
export const sessions = (visit: Visit) =>
  countOf(visit, 'sso.sessions where subject = $1 and ended_at is null', visit.subject)
export const ended = (visit: Visit) =>
  countOf(visit, `sso.sessions where subject = $1 and ended_cause = 'logout'`, visit.subject)
export const applied = (visit: Visit) => countOf(visit, 'permits where plate = $1', visit.plate)
export const decided = (visit: Visit) => countOf(visit, 'permits where decided_by = $1', visit.accountId)
export const saved = async ({ downloads }: Visit) => downloads.length
export const oldSessions = (visit: Visit) =>
  countOf(visit, 'old_sessions s join accounts a on a.id = s.account_id where a.email = $1', visit.old.email)
export const linked = (visit: Visit) =>
  countOf(visit, `sso.identities where subject = $1 and via = 'linked'`, visit.subject)

/** A problem of the next request, once. */
export const failing =
  (address: string, status: number, code: string): Step =>
  ({ guest }) =>
    guest.page.route(`**${address}`, (route) => route.fulfill({ status, json: { code } }), { times: 1 })

export const signInAnew: Step = async (visit) => {
  await visit.guest.pressOnPage('Sign in')
  await isIn(visit)
  await visit.guest.page.locator('#devices li').first().waitFor()
}
export const fillInPermit: Step = ({ guest: { page }, plate }) => page.getByLabel('Number plate').fill(plate)
export const connected: Step = async (visit) => {
  await signInAtTheCentre(visit)
  await visit.guest.press('Continue')
  await visit.guest.isSignedIn(visit.name)
}
export const twoApplications: Step = async (visit) => {
  for (const letter of ['A', 'B'])
    await addPermit(visit, visit.applicantId, `${visit.plate} ${letter}`, 'applied')
  await atThePage(visit)
  await visit.guest.page.locator('#officer-list button').first().waitFor()
}
