import type { Browser } from '../../hosted-page/index.ts'
import { PATHS } from '../../pages/index.ts'
import type { CookieJar } from '../../platform/http/cookies.ts'
import type { Reply } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { REQUEST_LIFETIME_SECONDS, readResume } from './signed-request.ts'

const COOKIE = 'portico_waiting'

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
  return handle.length > MOST_CHARACTERS
    ? []
    : [cookies.set(COOKIE, handle, { seconds: REQUEST_LIFETIME_SECONDS })]
}

/** A reply that also deletes the cookie of the waiting request, because the request goes on. */
export function clearWaiting(cookies: CookieJar, reply: Reply): Reply {
  return { ...reply, cookies: [cookies.clear(COOKIE), ...reply.cookies] }
}

/** Where this browser signs in: for its waiting request, or else for the account pages. */
export function signInAddressOf(browser: Browser, http: HttpRequest): string {
  const handle = http.cookie(COOKIE)
  return handle !== undefined && readResume(browser, handle) ? signInAddress(handle) : PATHS.login
}
