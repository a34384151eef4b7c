import type { FieldProblem } from '../citizens/index.ts'
import { checkEmailPage, PATHS, type ProblemCode, type RecoverView, recoverPage } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { accepted } from '../platform/result.ts'
import { queryParameter, readOwnForm, type Visit, type VisitNeeds, visitOf } from '../visits/index.ts'
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

/** A handle is this long at most; anything longer is nobody's. */
const MOST_RESUME_CHARACTERS = 8_192

const SENT_COOKIE = 'portico_recovering'
const SENT_SECONDS = 15 * 60

function showForm(service: RecoverPagesNeeds, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  return form(visit, 200, { resume: queryParameter(visit, 'resume') })
}

async function postForm(service: RecoverPagesNeeds, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  const posted = readOwnForm(visit)
  if (!posted.ok) return posted.refusal
  const email = posted.value.text('email')
  const requested = await requestRecovery(service, {
    given: accepted({ fields: new Map([['email', email]]), duplicates: new Set() }),
    language: visit.frame.language,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (requested.ok) return toSentPage(service, visit, requested.value.email)
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
  const resume = (view.resume ?? '').length > MOST_RESUME_CHARACTERS ? undefined : view.resume
  const loginHref = resume === undefined ? PATHS.login : `${PATHS.login}?resume=${encodeURIComponent(resume)}`
  const shown = { ...view, resume, loginHref, csrfToken: browser.csrfToken }
  return page(status, recoverPage(frame, shown), {
    cookies: browser.cookies,
    headers: retryHeaders(view.trouble),
  })
}

const MAIL_RETRY_SECONDS = 60

/** `Retry-After` for a trouble that passes (RFC 9110 section 10.2.3). */
function retryHeaders(trouble: FormView['trouble']): Record<string, string> {
  if (trouble === undefined) return {}
  const seconds = typeof trouble === 'object' ? trouble.retryAfterSeconds : MAIL_RETRY_SECONDS
  return { 'retry-after': String(seconds) }
}

/** The next page names the address as it was typed; the browser carries it, because the page must not look it up. */
function toSentPage({ clock, cookies }: RecoverPagesNeeds, { browser }: Visit, email: string): Reply {
  const note = browser.sign(SENT_COOKIE, email, plusSeconds(clock.now(), SENT_SECONDS))
  return redirect(303, SENT_PATH, {
    cookies: [...browser.cookies, cookies.set(SENT_COOKIE, note, { seconds: SENT_SECONDS })],
  })
}

function showSent(service: RecoverPagesNeeds, http: HttpRequest): Reply {
  const { browser, frame } = visitOf(service, http)
  const email = browser.read(SENT_COOKIE, http.cookie(SENT_COOKIE) ?? '')
  return page(200, checkEmailPage(frame, { kind: 'recovery', email }), { cookies: browser.cookies })
}
