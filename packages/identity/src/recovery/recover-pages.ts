import type { FieldProblem } from '../citizens/index.ts'
import { checkEmailPage, PATHS, type ProblemCode, type RecoverView, recoverPage } from '../pages/index.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { accepted } from '../platform/result.ts'
import {
  carryResume,
  pageAt,
  queryParameter,
  readOwnForm,
  readSentNote,
  redirectToSent,
  retryHeaders,
  type Visit,
  type VisitNeeds,
  visitOf,
} from '../visits/index.ts'
import { SENT_PATH } from './recovery-paths.ts'
import { type RecoveryRefusal, type RequestRecoveryNeeds, requestRecovery } from './request-recovery.ts'

/** What the recovery pages need. */
export type RecoverPagesNeeds = VisitNeeds & RequestRecoveryNeeds

/** `/recover/` and the page that follows it. */
export function recoverPages(service: RecoverPagesNeeds): Route[] {
  return [
    route('GET', PATHS.recover, 'page', (http) => showForm(service, http)),
    route('POST', PATHS.recover, 'page', (http) => postForm(service, http)),
    route('GET', SENT_PATH, 'page', (http) => showSent(service, http)),
  ]
}

const SENT_COOKIE = 'portico_recovering'

function showForm(service: RecoverPagesNeeds, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  return form(visit, 200, { resume: queryParameter(visit, 'resume') })
}

async function postForm(service: RecoverPagesNeeds, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  const posted = readOwnForm(visit, pageAt(PATHS.recover, 'resume'))
  if (!posted.ok) return posted.refusal
  const email = posted.value.text('email')
  const requested = await requestRecovery(service, {
    given: accepted({ fields: new Map([['email', email]]), duplicates: new Set() }),
    language: visit.frame.language,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (requested.ok)
    return redirectToSent(service, visit, {
      cookie: SENT_COOKIE,
      email: requested.value.email,
      path: SENT_PATH,
    })
  return form(visit, ...answerTo(requested.refusal, { email, resume: posted.value.get('resume') }))
}

type FormView = Omit<RecoverView, 'csrfToken' | 'loginHref'>

function answerTo(refusal: RecoveryRefusal, view: FormView): [number, FormView] {
  switch (refusal.kind) {
    case 'unreadable':
      return [400, view]
    case 'invalid':
      return [400, { ...view, emailProblem: codeOf(refusal.problems.get('email')) }]
    case 'too-many':
      return [429, { ...view, trouble: { retryAfterSeconds: refusal.retryAfterSeconds } }]
    case 'mail-unavailable':
      return [503, { ...view, trouble: 'mail-unavailable' }]
  }
}

/** The page sends its one field once, so that only problems of its value are left. */
function codeOf(problem: FieldProblem | undefined): ProblemCode | undefined {
  return problem === 'unknown_field' || problem === 'duplicate_field' ? 'invalid' : problem
}

function form({ frame, browser }: Visit, status: number, view: FormView): Reply {
  const shown = { ...view, ...carryResume(view.resume), csrfToken: browser.csrfToken }
  return page(status, recoverPage(frame, shown), {
    cookies: browser.cookies,
    headers: retryHeaders(view.trouble),
  })
}

function showSent(service: RecoverPagesNeeds, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  const view = { kind: 'recovery' as const, email: readSentNote(visit, SENT_COOKIE) }
  return page(200, checkEmailPage(visit.frame, view), { cookies: visit.browser.cookies })
}
