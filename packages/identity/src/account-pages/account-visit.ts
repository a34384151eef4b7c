import type { AuditOrigin } from '../audit/index.ts'
import { PATHS, type PageFrame, problemPage, wordsFor } from '../pages/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Browser, browserOf } from '../platform/http/browser.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import type { HttpRequest, Route } from '../platform/http/route.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { type Result, refused } from '../platform/result.ts'
import { findSignedIn, SESSION_COOKIE, type SignedIn } from '../sessions/index.ts'

/** What every account page needs. */
export interface VisitNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly cookies: CookieJar
  readonly serviceName: string
}

/** One visit to a hosted page, by whomever. */
export interface Visit {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly frame: PageFrame
}

/** One visit by a citizen who is signed in. */
export interface AccountVisit extends Visit, SignedIn {
  readonly origin: AuditOrigin & { readonly address: string }
}

/** A page that anybody may see. */
export function openPage(
  needs: VisitNeeds,
  answer: (visit: Visit) => Reply | Promise<Reply>,
): Route['handle'] {
  return (http) => answer(visitOf(needs, http))
}

/** A form that anybody may send, if this service showed it to the browser that sends it. */
export function openForm(
  needs: VisitNeeds,
  answer: (visit: Visit, form: Parameters) => Promise<Reply>,
): Route['handle'] {
  return async (http) => {
    const visit = visitOf(needs, http)
    const form = readOwnForm(visit)
    return form.ok ? answer(visit, form.value) : form.refusal
  }
}

/** A page for citizens who are signed in; everybody else goes to the sign-in page. */
export function accountPage(
  needs: VisitNeeds,
  answer: (visit: AccountVisit) => Reply | Promise<Reply>,
): Route['handle'] {
  return async (http) => {
    const visit = await accountVisitOf(needs, http)
    return visit ? answer(visit) : redirect(303, PATHS.login)
  }
}

/** A form that only a signed-in citizen may send, from a page that this service showed to this browser. */
export function accountForm(
  needs: VisitNeeds,
  answer: (visit: AccountVisit, form: Parameters) => Promise<Reply>,
): Route['handle'] {
  return accountPage(needs, async (visit) => {
    const form = readOwnForm(visit)
    return form.ok ? answer(visit, form.value) : form.refusal
  })
}

/** An error page. */
export function problem({ frame, http }: Visit, kind: 'bad-request' | 'form-expired'): Reply {
  const status = kind === 'form-expired' ? 403 : 400
  return page(status, problemPage(frame, { kind, status, reference: http.requestId }))
}

/** The word of `?notice=` if it is one of these; any other is nobody's. */
export function noticeOf<Notice extends string>(
  { http }: Visit,
  known: readonly Notice[],
): Notice | undefined {
  const query = http.query()
  const given = query.ok ? query.value.get('notice') : undefined
  return known.find((notice) => notice === given)
}

function readOwnForm(visit: Visit): Result<Parameters, Reply> {
  const form = visit.http.form()
  if (!form.ok || form.value.repeated.size > 0) return refused(problem(visit, 'bad-request'))
  return visit.browser.owns(form.value) ? form : refused(problem(visit, 'form-expired'))
}

function visitOf(needs: VisitNeeds, http: HttpRequest): Visit {
  const frame = { serviceName: needs.serviceName, ...wordsFor(http.header('accept-language')) }
  return { http, browser: browserOf(needs, http), frame }
}

async function accountVisitOf(needs: VisitNeeds, http: HttpRequest): Promise<AccountVisit | undefined> {
  const signedIn = await findSignedIn(needs, http.cookie(SESSION_COOKIE))
  const origin = { actor: 'citizen' as const, address: http.address, requestId: http.requestId }
  return signedIn && { ...visitOf(needs, http), ...signedIn, origin }
}
