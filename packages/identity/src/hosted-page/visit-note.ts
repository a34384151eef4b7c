import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Browser } from './browser.ts'
import type { PageRequest } from './page-request.ts'

const ADDRESS_COOKIE = 'portico_address'
const ADDRESS_SECONDS = 15 * 60

const TYPED_COOKIE = 'portico_typed'
/** The next reader of a shared computer comes later. */
const TYPED_SECONDS = 3 * 60

/** The clock and the cookies. */
export interface NoteNeeds {
  readonly clock: Clock
  readonly cookies: CookieJar
}

/** The cookie of a note, and how long it is valid. */
export interface NoteCookie {
  readonly name: string
  readonly seconds: number
}

/** The `Set-Cookie` value of a note that this browser can read for this time, until somebody signs in or out. */
export function writeNote(
  { clock, cookies }: NoteNeeds,
  browser: Browser,
  { name, seconds }: NoteCookie,
  text: string,
): string {
  const note = browser.sign(purposeOf(browser, name), text, plusSeconds(clock.now(), seconds))
  return cookies.set(name, note, { seconds })
}

/** The note of this cookie. Nothing where it is too old, or somebody has signed in or out since. */
export function readNote({ browser, http }: Pick<PageRequest, 'browser' | 'http'>, cookie: string) {
  return browser.read(purposeOf(browser, cookie), http.cookie(cookie) ?? '')
}

/** The `Set-Cookie` value that carries an address to the next sign-in form of this browser, so that nobody types it twice. */
export function carryAddress(needs: NoteNeeds, browser: Browser, email: string): string {
  return writeNote(needs, browser, { name: ADDRESS_COOKIE, seconds: ADDRESS_SECONDS }, email)
}

/** The address that the last step in this browser has carried here (WCAG 2.2, criterion 3.3.7). */
export function carriedAddress(request: Pick<PageRequest, 'browser' | 'http'>): string | undefined {
  return readNote(request, ADDRESS_COOKIE)
}

/** The `Set-Cookie` value that carries an address from a sign-in that was refused to the form for a new password of this browser. */
export function carryTyped(needs: NoteNeeds, browser: Browser, email: string): string {
  return writeNote(needs, browser, { name: TYPED_COOKIE, seconds: TYPED_SECONDS }, email)
}

/** The address that was typed a moment ago, at a sign-in that was refused. */
export function typedAddress(request: Pick<PageRequest, 'browser' | 'http'>): string | undefined {
  return readNote(request, TYPED_COOKIE)
}

/** The purpose changes with each sign-in and sign-out, as a form's token does. */
function purposeOf({ visit }: Browser, cookie: string): string {
  return `${cookie} ${visit}`
}
