import type { Browser } from '../../hosted-page/index.ts'
import { PATHS } from '../../pages/index.ts'
import type { CookieJar } from '../../platform/http/cookies.ts'
import type { Reply } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { lapsedProgram, readResume } from './signed-request.ts'

const COOKIE = 'portico_waiting'

/**
 * As long as a link that registers. A request that has waited too long by then is not taken up, but its citizen is told that the
 * program must be opened again.
 */
const LIFETIME_SECONDS = 24 * 60 * 60

/** Browsers keep no larger cookies. A longer request is not stored. */
const MOST_CHARACTERS = 3500

/** The address of the sign-in page for this waiting request. */
export function signInAddress(handle: string): string {
  return `${PATHS.login}?resume=${encodeURIComponent(handle)}`
}

/**
 * The `Set-Cookie` values that store a waiting request in its browser. So a citizen who first registers, or sets a new
 * password by a mailed link, comes back to the program afterwards.
 */
export function rememberWaiting(cookies: CookieJar, handle: string): readonly string[] {
  return handle.length > MOST_CHARACTERS ? [] : [cookies.set(COOKIE, handle, { seconds: LIFETIME_SECONDS })]
}

/** A reply that also deletes the cookie of the waiting request, because the request goes on. */
export function clearWaiting(cookies: CookieJar, reply: Reply): Reply {
  return { ...reply, cookies: [cookies.clear(COOKIE), ...reply.cookies] }
}

/** Where this browser signs in: for its request, also one that has waited too long, or else for the account pages. */
export function signInAddressOf(browser: Browser, http: HttpRequest): string {
  const handle = http.cookie(COOKIE)
  const isOurs = readResume(browser, handle) ?? lapsedProgram(browser, handle)
  return handle !== undefined && isOurs !== undefined ? signInAddress(handle) : PATHS.login
}
