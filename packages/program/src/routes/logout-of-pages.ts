import {
  expiredCookieLine,
  isFromOwnPages,
  isNavigation,
  sessionCookiesOf,
  valuesOfCookie,
} from '../cookies/index.ts'
import { sha256Base64Url } from '../platform/index.ts'
import type { CookieSettings } from '../service.ts'
import { credentialOf, endSession } from '../sessions/index.ts'
import { wantedReturnPath, withCookies } from './login.ts'
import { empty, FORGET_PAGES } from './reply.ts'
import { type RequestContext, refused } from './request-context.ts'

/**
 * `POST logout/` with the cookie instead of a bearer: ends the session, deletes the cookie, and redirects a form to
 * `return_to`. Only a page of the program may send it. A request from elsewhere could otherwise sign a citizen out.
 */
export async function logoutOfPages(context: RequestContext, cookies: CookieSettings): Promise<Response> {
  const { request, service } = context
  const isOwn = isFromOwnPages(request, cookies.origin)
  if (sessionCookiesOf(request.headers, cookies).length === 0)
    return isOwn && isNavigation(request) ? leave(context, cookies) : refused(context, 'missing_token')
  if (!isOwn) return refused(context, 'cross_site_request')
  const credential = credentialOf(request, cookies)
  const found = credential.ok
    ? await service.store.findSessionByAccess(await sha256Base64Url(credential.token))
    : null
  if (found) await endSession(service, found.session, 'logout')
  const { earlierName } = cookies
  const isEarlier =
    found !== null && earlierName !== null && valuesOfCookie(request.headers, cookies.name).length === 0
  return withCookies(leave(context, cookies), [expiredCookieLine(isEarlier ? earlierName : cookies.name)])
}

/** A `return_to` that is not a path of the program leads to the start page: the citizen is signed out all the same. */
function leave(context: RequestContext, cookies: CookieSettings): Response {
  if (!isNavigation(context.request)) return empty(204, FORGET_PAGES)
  const path = wantedReturnPath(context, cookies) ?? `${cookies.basePath}/`
  return empty(303, { location: `${cookies.origin}${path}`, ...FORGET_PAGES })
}
