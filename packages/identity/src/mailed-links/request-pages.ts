import type { FieldProblems } from '../citizens/index.ts'
import {
  carryResume,
  formRoute,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageAt,
  pageRoute,
  queryParameter,
  retryHeaders,
} from '../hosted-page/index.ts'
import {
  type CitizenField,
  checkEmailPage,
  type LinkRequestView,
  type PageFrame,
  type ProblemCode,
} from '../pages/index.ts'
import type { Html } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { accepted, type Result } from '../platform/result.ts'
import { LINK_KINDS, type OpenLinkKind, SENT_PAGES } from './link-kinds.ts'
import type { LinkRequest, LinkRequestRefusal } from './request-link.ts'
import { readSentNote, redirectToSent } from './sent-cookie.ts'

/** The form that requests a link of one kind. */
export interface RequestForm<Service> {
  readonly kind: OpenLinkKind
  readonly fields: readonly CitizenField[]
  readonly page: (frame: PageFrame, view: LinkRequestView) => Html
  readonly request: (
    service: Service,
    request: LinkRequest,
  ) => Promise<Result<{ readonly email: string }, LinkRequestRefusal>>
}

type FormView = Omit<LinkRequestView, 'csrfToken' | 'loginHref'>

/** The form that requests a link, and the page after it. */
export function requestPages<Service extends PageNeeds>(
  service: Service,
  form: RequestForm<Service>,
): readonly Route[] {
  const { askPath } = LINK_KINDS[form.kind]
  return [
    pageRoute(service, askPath, (request) =>
      showForm(request, form, 200, { resume: queryParameter(request, 'resume') }),
    ),
    formRoute(service, askPath, pageAt(askPath, 'resume'), (request, posted) =>
      postForm(service, request, form, posted),
    ),
    pageRoute(service, SENT_PAGES[form.kind].path, (request) => showSent(request, form.kind)),
  ]
}

async function postForm<Service extends PageNeeds>(
  service: Service,
  request: PageRequest,
  form: RequestForm<Service>,
  posted: Parameters,
): Promise<Reply> {
  const sent = form.fields
    .filter((name) => posted.has(name))
    .map((name) => [name, posted.text(name)] as const)
  const requested = await form.request(service, {
    given: accepted({ fields: new Map(sent), duplicates: new Set() }),
    language: request.frame.language,
    origin: originOf(request.http, 'anonymous'),
  })
  if (requested.ok) return redirectToSent(service, request, form.kind, requested.value.email)
  const [status, refused] = refusedView(requested.refusal)
  const view = { values: Object.fromEntries(sent), resume: posted.get('resume'), ...refused }
  return showForm(request, form, status, view)
}

function refusedView(refusal: LinkRequestRefusal): [number, FormView] {
  if (refusal === 'unreadable') return [400, {}]
  if (refusal === 'mail-unavailable') return [503, { trouble: refusal }]
  if ('problems' in refusal) return [400, { problems: codesOf(refusal.problems) }]
  return [429, { trouble: refusal }]
}

/** The page sends each known field once, so only the values can have problems. */
function codesOf(problems: FieldProblems): Partial<Record<CitizenField, ProblemCode>> {
  return Object.fromEntries(problems)
}

function showForm(
  { frame, browser }: PageRequest,
  form: Pick<RequestForm<never>, 'page'>,
  status: number,
  view: FormView,
): Reply {
  const shown = { ...view, ...carryResume(view.resume), csrfToken: browser.csrfToken }
  return page(status, form.page(frame, shown), {
    cookies: browser.cookies,
    headers: retryHeaders(view.trouble),
  })
}

function showSent(request: PageRequest, kind: OpenLinkKind): Reply {
  const view = { kind, email: readSentNote(request, kind) }
  return page(200, checkEmailPage(request.frame, view), { cookies: request.browser.cookies })
}
