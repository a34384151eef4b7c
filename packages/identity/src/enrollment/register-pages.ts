import type { FieldProblems } from '../citizens/index.ts'
import {
  type CitizenField,
  checkEmailPage,
  PATHS,
  type ProblemCode,
  type RegisterView,
  registerPage,
} from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
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
import { SENT_PATH } from './enrollment-paths.ts'
import {
  type RegistrationRefusal,
  type RequestRegistrationNeeds,
  requestRegistration,
} from './request-registration.ts'

/** What the registration pages need. */
export type RegisterPagesNeeds = VisitNeeds & RequestRegistrationNeeds

/** `/register/` and the page that follows it. */
export function registerPages(service: RegisterPagesNeeds): Route[] {
  return [
    route('GET', PATHS.register, 'page', (http) => showForm(service, http)),
    route('POST', PATHS.register, 'page', (http) => postForm(service, http)),
    route('GET', SENT_PATH, 'page', (http) => showSent(service, http)),
  ]
}

const FIELDS: readonly CitizenField[] = ['full_name', 'email', 'phone_number']

const SENT_COOKIE = 'portico_registered'

function showForm(service: RegisterPagesNeeds, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  return form(visit, 200, { resume: queryParameter(visit, 'resume') })
}

async function postForm(service: RegisterPagesNeeds, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  const posted = readOwnForm(visit, pageAt(PATHS.register, 'resume'))
  if (!posted.ok) return posted.refusal
  const values = fieldsOf(posted.value)
  const requested = await requestRegistration(service, {
    given: accepted({ fields: new Map(Object.entries(values)), duplicates: new Set() }),
    language: visit.frame.language,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (requested.ok)
    return redirectToSent(service, visit, {
      cookie: SENT_COOKIE,
      email: requested.value.email,
      path: SENT_PATH,
    })
  return form(visit, ...answerTo(requested.refusal, { values, resume: posted.value.get('resume') }))
}

function fieldsOf(posted: Parameters): Partial<Record<CitizenField, string>> {
  const present = FIELDS.filter((name) => posted.has(name))
  return Object.fromEntries(present.map((name) => [name, posted.text(name)]))
}

type FormView = Omit<RegisterView, 'csrfToken' | 'loginHref'>

function answerTo(refusal: RegistrationRefusal, view: FormView): [number, FormView] {
  switch (refusal.kind) {
    case 'unreadable':
      return [400, view]
    case 'invalid':
      return [400, { ...view, problems: codesOf(refusal.problems) }]
    case 'too-many':
      return [429, { ...view, trouble: { retryAfterSeconds: refusal.retryAfterSeconds } }]
    case 'mail-unavailable':
      return [503, { ...view, trouble: 'mail-unavailable' }]
  }
}

/** The page sends each known field once, so that only problems of their values are left. */
function codesOf(problems: FieldProblems): Partial<Record<CitizenField, ProblemCode>> {
  return Object.fromEntries(
    FIELDS.flatMap((name) => (problems.has(name) ? [[name, problems.get(name)]] : [])),
  )
}

function form({ frame, browser }: Visit, status: number, view: FormView): Reply {
  const shown = { ...view, ...carryResume(view.resume), csrfToken: browser.csrfToken }
  return page(status, registerPage(frame, shown), {
    cookies: browser.cookies,
    headers: retryHeaders(view.trouble),
  })
}

function showSent(service: RegisterPagesNeeds, http: HttpRequest): Reply {
  const visit = visitOf(service, http)
  const view = { kind: 'registration' as const, email: readSentNote(visit, SENT_COOKIE) }
  return page(200, checkEmailPage(visit.frame, view), { cookies: visit.browser.cookies })
}
