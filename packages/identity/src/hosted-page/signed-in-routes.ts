import { findSignedIn, SESSION_COOKIE, type SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Awaitable } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PageAgain } from './page-again.ts'
import { originOf, type PageNeeds, type PageRequest } from './page-request.ts'
import { formRoute, pageRoute } from './page-routes.ts'

/** Everything that a page for signed-in citizens uses. */
export interface SignedInNeeds extends PageNeeds {
  readonly db: Database
}

/** A page request of a signed-in citizen. */
export interface SignedInRequest extends PageRequest, SignedIn {
  readonly origin: AuditOrigin & { readonly address: string }
}

/** A page for signed-in citizens. Everybody else is redirected to the sign-in page. */
export function signedInPageRoute<Service extends SignedInNeeds>(
  service: Service,
  path: string,
  answer: (request: SignedInRequest, service: Service) => Awaitable<Reply>,
): Route {
  return pageRoute(service, path, async (request) => {
    const signedIn = await signedInRequestOf(service, request)
    return signedIn ? answer(signedIn, service) : redirect(303, PATHS.login)
  })
}

/** A form for a signed-in citizen, from a page that this service showed in the same session. */
export function signedInFormRoute<Service extends SignedInNeeds>(
  service: Service,
  path: string,
  again: PageAgain,
  answer: (request: SignedInRequest, form: Parameters, service: Service) => Promise<Reply>,
): Route {
  return formRoute(service, path, again, async (request, form) => {
    const signedIn = await signedInRequestOf(service, request)
    return signedIn ? answer(signedIn, form, service) : redirect(303, PATHS.login)
  })
}

async function signedInRequestOf(
  needs: SignedInNeeds,
  request: PageRequest,
): Promise<SignedInRequest | undefined> {
  const signedIn = await findSignedIn(needs, request.http.cookie(SESSION_COOKIE))
  return signedIn && { ...request, ...signedIn, origin: originOf(request.http, 'citizen') }
}
