import { findSignedIn, SESSION_COOKIE, type SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Awaitable } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  type PageAgain,
  queryParameter,
  readOwnForm,
  type Visit,
  type VisitNeeds,
  visitOf,
} from '../visits/index.ts'

/** What every account page needs. */
export interface AccountVisitNeeds extends VisitNeeds {
  readonly db: Database
}

/** One visit by a citizen who is signed in. */
export interface AccountVisit extends Visit, SignedIn {
  readonly origin: AuditOrigin & { readonly address: string }
}

/** A page for citizens who are signed in; everybody else goes to the sign-in page. */
export function accountPage(
  needs: AccountVisitNeeds,
  answer: (visit: AccountVisit) => Awaitable<Reply>,
): Route['handle'] {
  return async (http) => {
    const visit = await accountVisitOf(needs, visitOf(needs, http))
    return visit ? answer(visit) : redirect(303, PATHS.login)
  }
}

/** A form that only a signed-in citizen may send, from a page that this service showed to this very session. */
export function accountForm(
  needs: AccountVisitNeeds,
  again: PageAgain,
  answer: (visit: AccountVisit, form: Parameters) => Promise<Reply>,
): Route['handle'] {
  return async (http) => {
    const anyVisit = visitOf(needs, http)
    const form = readOwnForm(anyVisit, again)
    if (!form.ok) return form.refusal
    const visit = await accountVisitOf(needs, anyVisit)
    return visit ? answer(visit, form.value) : redirect(303, PATHS.login)
  }
}

/** The word of `?notice=` if it is one of these; any other is nobody's. */
export function noticeOf<Notice extends string>(visit: Visit, known: readonly Notice[]): Notice | undefined {
  const given = queryParameter(visit, 'notice')
  return known.find((notice) => notice === given)
}

async function accountVisitOf(needs: AccountVisitNeeds, visit: Visit): Promise<AccountVisit | undefined> {
  const { http } = visit
  const signedIn = await findSignedIn(needs, http.cookie(SESSION_COOKIE))
  const origin = { actor: 'citizen' as const, address: http.address, requestId: http.requestId }
  return signedIn && { ...visit, ...signedIn, origin }
}
