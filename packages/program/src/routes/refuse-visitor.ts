import { isNavigation, publicPathOf, returnPathOf } from '../cookies/index.ts'
import type { InsufficientSignIn, SignedOut, Unavailable, VisitorRequest } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import { bearerOf } from '../sessions/index.ts'
import { loginAddress } from './page-problem.ts'
import { refuse } from './problem.ts'
import { empty } from './reply.ts'
import { unavailablePage } from './unavailable-page.ts'

/**
 * The response to a visitor who is not let through. In cookie mode, a browser that opens a page is redirected to sign
 * in, or gets a page with 503 during an outage. Everything else gets JSON. The cookie is never deleted here: it may be
 * newer than this request.
 */
export function refuseVisitor(
  result: SignedOut | Unavailable | InsufficientSignIn,
  request: VisitorRequest | undefined,
  { cookies, extras }: { cookies: CookieSettings | null; extras: Parameters<typeof refuse>[1] },
): Response {
  if (!cookies || request?.method !== 'GET' || !isNavigation(request)) return refuse(result, extras)
  if (result.status === 'unavailable') return unavailablePage(request, result.retryAfterSeconds)
  if (!isMendedBySignIn(result, request)) return refuse(result, extras)
  const path = publicPathOf(request.url ?? '/', cookies)
  const returnPath = path === null ? null : returnPathOf(path, cookies)
  const asked = result.status === 'insufficient' ? result : undefined
  return empty(303, { location: loginAddress(cookies, returnPath, asked) })
}

/** A proxy that adds a bearer or `Upgrade` adds it again after the sign-in. Redirects would repeat for ever. */
function isMendedBySignIn({ code }: SignedOut | InsufficientSignIn, request: VisitorRequest): boolean {
  return code !== 'cross_site_request' && bearerOf(request) === null
}
