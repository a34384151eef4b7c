import {
  againCookieName,
  cookieLine,
  expiredCookieLine,
  isPartOfPage,
  LOGIN_COOKIE_SECONDS,
  loginCookieName,
  loginCookiePrefix,
  readCookies,
  returnPathOf,
  sessionCookiesOf,
  valuesOfCookie,
} from '../cookies/index.ts'
import { bytesToBase64Url, sha256Base64Url } from '../platform/index.ts'
import { RETRY_AFTER_SECONDS } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import { type AskedSignIn, isCookieValue } from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import { readAskedOf } from './asked.ts'
import { againOrHome, citizenPage, homeLink } from './citizen-page.ts'
import { problemAnswer } from './page-problem.ts'
import { isPrefetch } from './prefetch.ts'
import { empty } from './reply.ts'
import type { CookieEndpoint, RequestContext } from './request-context.ts'
import { beginWait, startSignIn } from './start-sign-in.ts'
import { NO_WISHES, type PageWishes, readWishesOf } from './wishes.ts'

/** More tabs than this are not signing in at the same time. The oldest cookies are deleted, so that they stay few. */
const MAX_LOGINS = 32

/**
 * `GET login/`: begins a sign-in for a browser, and leads it to the identity service. The verifier of an app is here a
 * cookie, so that only this browser can finish the sign-in.
 */
export const login: CookieEndpoint = async (context, cookies) => {
  const { request } = context
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  if (isPartOfPage(request))
    return citizenPage(context, { status: 400, sentence: 'no_page', link: homeLink(cookies) })
  if (sessionCookiesOf(request.headers, cookies).length > 1)
    return withCookies(severalCookies(context), [expiredCookieLine(cookies.name)])
  const returnPath = wantedReturnPath(context, cookies)
  if (returnPath === null) return badAddress(context, cookies, 'bad_path')
  if (isLost(context, cookies)) return problemAnswer(context, cookies, 'other_browser', returnPath)
  const wanted = readAskedOf(context.url)
  if (wanted === 'invalid') return badAddress(context, cookies, 'bad_demand')
  const refusal = await refusalOfStart(context)
  if (refusal) return refusal
  const asked = wanted && { ...wanted, subject: await subjectOf(context, cookies) }
  const wishes = readWishesOf(context.url)
  const started = await startOnPage(context, cookies, { returnPath, link: null, asked, wishes })
  return answerOfBegun(context, started)
}

/** A redirect, or a page that leads on, for a browser that a page has led here. */
function answerOfBegun(context: RequestContext, started: Response): Response {
  return isBegunByPage(context.request) ? asPage(context, started) : started
}

/** Whether a sign-in should begin again by itself in a browser that has not kept the cookie which says so. */
function isLost({ url, request }: RequestContext, { name }: CookieSettings): boolean {
  return url.searchParams.has('again') && valuesOfCookie(request.headers, againCookieName(name)).length === 0
}

/** Whether a page has led here, perhaps by a form: a browser does not say. An address that was typed in is `none`. */
function isBegunByPage({ headers }: Request): boolean {
  return (headers.get('sec-fetch-site') ?? 'none') !== 'none'
}

/**
 * A page that leads on, in place of a redirect. A policy with `form-action 'self'` (CSP level 3 section 6.4.1) also counts
 * for the redirects after a form, and would stop the browser on its way to the identity service.
 */
export function asPage(context: RequestContext, answer: Response): Response {
  const href = answer.headers.get('location')
  if (href === null) return answer
  const link = { href, text: 'onward', isFollowed: true } as const
  const page = citizenPage(context, { status: 200, sentence: 'on_the_way', link })
  return withCookies(page, answer.headers.getSetCookie())
}

/** For an address that leads to no page of the program, or asks for no sign-in that there is. */
export function badAddress(
  context: RequestContext,
  cookies: CookieSettings,
  sentence: 'bad_path' | 'bad_demand',
): Response {
  return citizenPage(context, { status: 400, sentence, link: homeLink(cookies) })
}

function severalCookies(context: RequestContext): Response {
  return citizenPage(context, { status: 400, sentence: 'several_cookies', link: againOrHome(context) })
}

/** The citizen whose session the browser's cookie names. Only the same citizen may give the newer sign-in. */
async function subjectOf(
  { service, request }: RequestContext,
  cookies: CookieSettings,
): Promise<string | null> {
  const [value = ''] = sessionCookiesOf(request.headers, cookies)
  if (!isCookieValue(value)) return null
  const found = await service.store.findSessionByAccess(await sha256Base64Url(value))
  return found && !found.session.endedCause ? found.session.subject : null
}

/** The page for a browser that may not begin a sign-in now, or null. */
export async function refusalOfStart(context: RequestContext): Promise<Response | null> {
  const wait = await beginWait(context)
  if (wait !== null) return tooMany(context, wait)
  return context.service.settings.enabled ? null : tryLater(context)
}

/** The page after too many tries. */
export function tooMany(context: RequestContext, seconds: number): Response {
  const headers = { 'retry-after': String(seconds) }
  return citizenPage(context, { status: 429, sentence: 'too_many', link: againOrHome(context), headers })
}

function tryLater(context: RequestContext, headers: Readonly<Record<string, string>> = {}): Response {
  return citizenPage(context, { status: 503, sentence: 'try_later', link: againOrHome(context), headers })
}

/** Begins a sign-in of this browser. With `link`, it connects the account of an old session. */
export async function startOnPage(
  context: RequestContext,
  { name }: CookieSettings,
  {
    returnPath,
    link,
    asked = null,
    wishes = NO_WISHES,
  }: { returnPath: string; link: LinkStart | null; asked?: AskedSignIn | null; wishes?: PageWishes },
): Promise<Response> {
  const verifier = bytesToBase64Url(context.service.random.bytes(32))
  const challenge = await sha256Base64Url(verifier)
  const started = await startSignIn(context, { returnUri: returnPath, challenge, link, asked, wishes })
  if (!started.ok) {
    const { retryAfterSeconds = RETRY_AFTER_SECONDS } = started.refusal
    return tryLater(context, { 'retry-after': String(retryAfterSeconds) })
  }
  const { authorizationUrl, stateHash } = started.value
  return withCookies(empty(303, { location: authorizationUrl }), [
    ...surplusOf(context.request, name).map(expiredCookieLine),
    cookieLine(loginCookieName(name, stateHash), verifier, LOGIN_COOKIE_SECONDS),
  ])
}

/** The names of the oldest sign-ins. A browser sends its oldest cookies first (RFC 6265 section 5.4). */
function surplusOf({ headers }: Request, name: string): readonly string[] {
  const prefix = loginCookiePrefix(name)
  const names = readCookies(headers).flatMap(([own]) => (own.startsWith(prefix) ? [own] : []))
  return names.slice(0, Math.max(0, names.length + 1 - MAX_LOGINS)).filter((own) => /^[\w-]+$/.test(own))
}

/** The path in `return_to`, or the program's start page. Null for anything else. */
export function wantedReturnPath({ url }: RequestContext, cookies: CookieSettings): string | null {
  const [wanted = `${cookies.basePath}/`, another] = url.searchParams.getAll('return_to')
  return another === undefined ? returnPathOf(wanted, cookies) : null
}

/** Adds `Set-Cookie` lines to a response. */
export function withCookies(response: Response, lines: readonly string[]): Response {
  for (const line of lines) response.headers.append('set-cookie', line)
  return response
}
