import type { Browser, NoteNeeds, PageRequest } from '../../hosted-page/index.ts'
import { PATHS } from '../../pages/index.ts'
import type { CookieJar } from '../../platform/http/cookies.ts'
import type { Reply } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { lapsedProgram, readResume } from './signed-request.ts'

/** A long request is stored in several of them. The first one then begins with their number. */
const COOKIES = ['portico_waiting', 'portico_waiting_2', 'portico_waiting_3', 'portico_waiting_4'] as const
const [COOKIE] = COOKIES

/**
 * As long as a link that registers. A request that has waited too long by then is not taken up, but its citizen is told that the
 * program must be opened again.
 */
const LIFETIME_SECONDS = 24 * 60 * 60

/** Browsers keep no larger cookies. */
const PART = /.{1,3500}/g
const FIRST_OF_MANY = /^([2-4])~/

/** The address of the page that this waiting request goes on with: signing in, or a new account. */
export function signInAddress(handle: string, page: 'login' | 'register' = 'login'): string {
  return `${PATHS[page]}?resume=${encodeURIComponent(handle)}`
}

/**
 * The `Set-Cookie` values that store a waiting request in its browser. So a citizen who first registers, or sets a new
 * password by a mailed link, comes back to the program afterwards. A long request is not stored here: a link on another site could fill
 * any browser with cookies that a proxy refuses.
 */
export function rememberWaiting(cookies: CookieJar, handle: string): readonly string[] {
  const [part = '', ...more] = handle.match(PART) ?? []
  return more.length > 0 ? [] : [cookies.set(COOKIE, part, { seconds: LIFETIME_SECONDS })]
}

/** The same for the request of a form that asks for a mail, however long it is. */
export function rememberWaitingOfForm(
  { cookies }: Pick<NoteNeeds, 'cookies'>,
  { browser, http }: Pick<PageRequest, 'browser' | 'http'>,
): readonly string[] {
  const form = http.form()
  const handle = form.ok ? form.value.get('resume') : undefined
  const parts = readResume(browser, handle) ? (handle?.match(PART) ?? []) : []
  if (parts.length > COOKIES.length) return []
  const marked = parts.length > 1 ? [`${parts.length}~${parts[0]}`, ...parts.slice(1)] : parts
  return COOKIES.slice(0, marked.length).map((name, at) =>
    cookies.set(name, marked[at] ?? '', { seconds: LIFETIME_SECONDS }),
  )
}

/** A reply that also deletes the cookies of the waiting request, because the request goes on. */
export function clearWaiting(cookies: CookieJar, http: HttpRequest, reply: Reply): Reply {
  const [, ...others] = COOKIES
  const there = others.filter((name) => http.cookie(name) !== undefined)
  return { ...reply, cookies: [COOKIE, ...there].map((name) => cookies.clear(name)).concat(reply.cookies) }
}

/** Where this browser signs in: for its request, also one that has waited too long, or else for the account pages. */
export function signInAddressOf(browser: Browser, http: HttpRequest): string {
  const handle = waitingHandle(browser, http)
  return handle === undefined ? PATHS.login : signInAddress(handle)
}

/** The handle of the request that waits in this browser, also of one that has waited too long. */
export function waitingHandle(browser: Browser, http: HttpRequest): string | undefined {
  const handle = storedHandle(http)
  return (readResume(browser, handle) ?? lapsedProgram(browser, handle)) && handle
}

function storedHandle(http: HttpRequest): string | undefined {
  const first = http.cookie(COOKIE)
  const count = Number(FIRST_OF_MANY.exec(first ?? '')?.[1] ?? 1)
  if (count === 1) return first
  const parts = COOKIES.slice(1, count).map((name) => http.cookie(name) ?? '')
  return [first?.replace(FIRST_OF_MANY, ''), ...parts].join('')
}
