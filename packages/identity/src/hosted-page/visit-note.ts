import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Browser } from './browser.ts'
import type { PageRequest } from './page-request.ts'

const NOTE_SECONDS = 15 * 60
const ADDRESS_COOKIE = 'portico_address'

/** The clock and the cookies. */
export interface NoteNeeds {
  readonly clock: Clock
  readonly cookies: CookieJar
}

/** The `Set-Cookie` value of a note that this browser can read for 15 minutes, until somebody signs in or out. */
export function writeNote(
  { clock, cookies }: NoteNeeds,
  browser: Browser,
  cookie: string,
  text: string,
): string {
  const note = browser.sign(purposeOf(browser, cookie), text, plusSeconds(clock.now(), NOTE_SECONDS))
  return cookies.set(cookie, note, { seconds: NOTE_SECONDS })
}

/** The note of this cookie. Nothing where it is too old, or somebody has signed in or out since. */
export function readNote({ browser, http }: Pick<PageRequest, 'browser' | 'http'>, cookie: string) {
  return browser.read(purposeOf(browser, cookie), http.cookie(cookie) ?? '')
}

/** The `Set-Cookie` value that carries an address to the next sign-in form of this browser, so that nobody types it twice. */
export function carryAddress(needs: NoteNeeds, browser: Browser, email: string): string {
  return writeNote(needs, browser, ADDRESS_COOKIE, email)
}

/** The address that the last step in this browser has carried here (WCAG 2.2, criterion 3.3.7). */
export function carriedAddress(request: Pick<PageRequest, 'browser' | 'http'>): string | undefined {
  return readNote(request, ADDRESS_COOKIE)
}

/** The purpose changes with each sign-in and sign-out, as a form's token does. */
function purposeOf({ csrfToken }: Browser, cookie: string): string {
  return `${cookie} ${csrfToken}`
}
