import {
  carryResume,
  type FormProblem,
  formReply,
  formRoute,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageAt,
  pageRoute,
  queryParameter,
} from '../hosted-page/index.ts'
import { type CitizenField, checkEmailPage, type LinkRequestView, type PageFrame } from '../pages/index.ts'
import type { Html } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { accepted, type Result } from '../platform/result.ts'
import { LINK_KINDS, type OpenLinkKind, SENT_PAGES } from './link-kinds.ts'
import type { LinkRequest, LinkRequestRefusal } from './request-link.ts'
import { readSentNote, redirectToSent } from './sent-cookie.ts'

/** The form that requests a link of one kind. */
export interface RequestForm {
  readonly kind: OpenLinkKind
  readonly fields: readonly CitizenField[]
  readonly page: (frame: PageFrame, view: LinkRequestView) => Html
  readonly request: (request: LinkRequest) => Promise<Result<{ readonly email: string }, LinkRequestRefusal>>
}

type FormView = Omit<LinkRequestView, 'csrfToken' | 'loginHref'>

/** The form that requests a link, and the page after it. */
export function requestPages(service: PageNeeds, form: RequestForm): readonly Route[] {
  const { askPath } = LINK_KINDS[form.kind]
  return [
    pageRoute(service, askPath, (request) =>
      showForm(request, form, { resume: queryParameter(request, 'resume') }),
    ),
    formRoute(service, askPath, pageAt(askPath, 'resume'), (request, posted) =>
      postForm(service, request, form, posted),
    ),
    pageRoute(service, SENT_PAGES[form.kind].path, (request) => showSent(request, form.kind)),
  ]
}

async function postForm(
  service: PageNeeds,
  request: PageRequest,
  form: RequestForm,
  posted: Parameters,
): Promise<Reply> {
  const sent = form.fields
    .filter((name) => posted.has(name))
    .map((name) => [name, posted.text(name)] as const)
  const requested = await form.request({
    given: accepted({ fields: new Map(sent), duplicates: new Set() }),
    language: request.frame.language,
    origin: originOf(request.http, 'anonymous'),
  })
  if (requested.ok) return redirectToSent(service, request, form.kind, requested.value.email)
  const { refusal } = requested
  const view = { values: Object.fromEntries(sent), resume: posted.get('resume'), ...refusedView(refusal) }
  return showForm(request, form, view, refusal)
}

/** The page sends each known field once, so only the values can have problems. */
function refusedView(refusal: LinkRequestRefusal): FormView {
  if (refusal === 'unreadable') return {}
  if (refusal === 'mail-unavailable' || 'retryAfterSeconds' in refusal) return { trouble: refusal }
  return { problems: Object.fromEntries(refusal.problems) }
}

function showForm(
  request: PageRequest,
  form: Pick<RequestForm, 'page'>,
  view: FormView,
  problem?: FormProblem,
): Reply {
  const shown = { ...view, ...carryResume(view.resume), csrfToken: request.browser.csrfToken }
  return formReply(request, form.page(request.frame, shown), problem)
}

function showSent(request: PageRequest, kind: OpenLinkKind): Reply {
  const view = { kind, email: readSentNote(request, kind) }
  return page(200, checkEmailPage(request.frame, view), { cookies: request.browser.cookies })
}
