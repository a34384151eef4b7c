import type { FieldProblem } from '../citizens/index.ts'
import {
  checkEmailPage,
  type LinkKind,
  newBrowserPage,
  PATHS,
  type ProblemCode,
  type RecoverView,
  recoverPage,
} from '../pages/index.ts'
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
import { BROWSER_SENT_PATH, SENT_PATH } from './recovery-paths.ts'
import {
  type LinkPurpose,
  type RecoveryRefusal,
  type RequestRecoveryNeeds,
  requestRecovery,
} from './request-recovery.ts'

/** What the recovery pages need. */
export type RecoverPagesNeeds = VisitNeeds & RequestRecoveryNeeds

/** Where a mailed link is asked for. */
interface Asking {
  readonly purpose: LinkPurpose
  readonly path: string
  readonly asked: typeof recoverPage
  readonly sentPath: string
  readonly sentCookie: string
  readonly kind: LinkKind
}

const NEW_PASSWORD: Asking = {
  purpose: 'new-password',
  path: PATHS.recover,
  asked: recoverPage,
  sentPath: SENT_PATH,
  sentCookie: 'portico_recovering',
  kind: 'recovery',
}

const NEW_BROWSER: Asking = {
  purpose: 'new-browser',
  path: PATHS.newBrowser,
  asked: newBrowserPage,
  sentPath: BROWSER_SENT_PATH,
  sentCookie: 'portico_new_browser',
  kind: 'new-browser',
}

/** `/recover/`, the form to which the sign-in page leads a browser that has to be proven, and the pages that follow them. */
export function recoverPages(service: RecoverPagesNeeds): Route[] {
  return [NEW_PASSWORD, NEW_BROWSER].flatMap((asking) => [
    route('GET', asking.path, 'page', (http) => showForm(service, asking, http)),
    route('POST', asking.path, 'page', (http) => postForm(service, asking, http)),
    route('GET', asking.sentPath, 'page', (http) => showSent(service, asking, http)),
  ])
}

function showForm(service: RecoverPagesNeeds, asking: Asking, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  return form(visit, asking, 200, { resume: queryParameter(visit, 'resume') })
}

async function postForm(service: RecoverPagesNeeds, asking: Asking, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  const posted = readOwnForm(visit, pageAt(PATHS.recover, 'resume'))
  if (!posted.ok) return posted.refusal
  const email = posted.value.text('email')
  const requested = await requestRecovery(service, {
    purpose: asking.purpose,
    given: accepted({ fields: new Map([['email', email]]), duplicates: new Set() }),
    language: visit.frame.language,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (requested.ok)
    return redirectToSent(service, visit, {
      cookie: asking.sentCookie,
      email: requested.value.email,
      path: asking.sentPath,
    })
  const [status, view] = answerTo(requested.refusal, { email, resume: posted.value.get('resume') })
  return form(visit, asking, status, view)
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

function form({ frame, browser }: Visit, { asked }: Asking, status: number, view: FormView): Reply {
  const shown = { ...view, ...carryResume(view.resume), csrfToken: browser.csrfToken }
  return page(status, asked(frame, shown), {
    cookies: browser.cookies,
    headers: retryHeaders(view.trouble),
  })
}

function showSent(service: RecoverPagesNeeds, { kind, sentCookie }: Asking, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  const view = { kind, email: readSentNote(visit, sentCookie) }
  return page(200, checkEmailPage(visit.frame, view), { cookies: visit.browser.cookies })
}
