import {
  cookieLine,
  expiredCookieLine,
  isPartOfPage,
  LOGIN_COOKIE_SECONDS,
  loginCookieName,
  loginCookiePrefix,
  readCookies,
  returnPathOf,
  sessionCookiesOf,
} from '../cookies/index.ts'
import { bytesToBase64Url, sha256Base64Url } from '../platform/index.ts'
import { RETRY_AFTER_SECONDS } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import { type AskedSignIn, isCookieValue } from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import { readAskedOf } from './asked.ts'
import { isPrefetch } from './prefetch.ts'
import { empty, html, page } from './reply.ts'
import type { CookieEndpoint, RequestContext } from './request-context.ts'
import { beginWait, startSignIn } from './start-sign-in.ts'

const NO_PAGE = 'Open this address as a page.'
/** For a `return_to` that is no path of the program. */
export const BAD_PATH = 'This address does not lead to a page of this site. Go back and start again.'
const BAD_AGE = 'This address asks for a sign-in that makes no sense. Go back and start again.'
const SEVERAL_COOKIES = 'Your browser sends a cookie of this site twice. Delete the cookies of this site.'
const TOO_MANY = 'Too many tries. Please wait a minute, then reload this page.'
const UNAVAILABLE =
  'Signing in is not possible at the moment. Nothing was changed: reload this page in a minute.'

/** More tabs than this are not signing in at the same time. The oldest cookies are deleted, so that they stay few. */
const MAX_LOGINS = 32

/**
 * `GET login/`: begins a sign-in for a browser, and leads it to the identity service. The verifier of an app is here a
 * cookie, so that only this browser can finish the sign-in.
 */
export const login: CookieEndpoint = async (context, cookies) => {
  const { request } = context
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  if (isPartOfPage(request)) return page(400, NO_PAGE)
  if (sessionCookiesOf(request.headers, cookies).length > 1)
    return withCookies(page(400, SEVERAL_COOKIES), [expiredCookieLine(cookies.name)])
  const returnPath = wantedReturnPath(context, cookies)
  if (returnPath === null) return page(400, BAD_PATH)
  const wanted = readAskedOf(context.url)
  if (wanted === 'invalid') return page(400, BAD_AGE)
  const refusal = await refusalOfStart(context)
  if (refusal) return refusal
  const asked = wanted && { ...wanted, subject: await subjectOf(context, cookies) }
  const started = await startOnPage(context, cookies, { returnPath, link: null, asked })
  return isBegunByPage(request) ? asPage(started) : started
}

/** Whether a page has led here, perhaps by a form: a browser does not say. An address that was typed in is `none`. */
function isBegunByPage({ headers }: Request): boolean {
  return (headers.get('sec-fetch-site') ?? 'none') !== 'none'
}

/**
 * A page that leads on, in place of a redirect. A policy with `form-action 'self'` (CSP level 3 section 6.4.1) also counts
 * for the redirects after a form, and would stop the browser on its way to the identity service.
 */
export function asPage(answer: Response): Response {
  const href = answer.headers.get('location')
  if (href === null) return answer
  const link = { href, text: 'Continue', isFollowed: true }
  return withCookies(html(200, 'You are on the way to the sign-in.', link), answer.headers.getSetCookie())
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
  if (wait !== null) return tooMany(wait)
  return context.service.settings.enabled ? null : page(503, UNAVAILABLE)
}

/** The page after too many tries. */
export function tooMany(seconds: number): Response {
  return page(429, TOO_MANY, { 'retry-after': String(seconds) })
}

/** Begins a sign-in of this browser. With `link`, it connects the account of an old session. */
export async function startOnPage(
  context: RequestContext,
  { name }: CookieSettings,
  {
    returnPath,
    link,
    asked = null,
  }: { returnPath: string; link: LinkStart | null; asked?: AskedSignIn | null },
): Promise<Response> {
  const verifier = bytesToBase64Url(context.service.random.bytes(32))
  const challenge = await sha256Base64Url(verifier)
  const started = await startSignIn(context, { returnUri: returnPath, challenge, link, asked })
  if (!started.ok) {
    const { retryAfterSeconds = RETRY_AFTER_SECONDS } = started.refusal
    return page(503, UNAVAILABLE, { 'retry-after': String(retryAfterSeconds) })
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
