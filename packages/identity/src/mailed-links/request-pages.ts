import {
  carryResume,
  type FormProblem,
  formRoute,
  originOf,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
  queryParameter,
} from '../hosted-page/index.ts'
import { type CitizenField, type LinkRequestView, type PageFrame } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Route } from '../platform/http/route.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { accepted, type Result } from '../platform/result.ts'
import { LINK_KINDS, type OpenLinkKind } from './link-kinds.ts'
import type { LinkRequest, LinkRequestRefusal, SentLink } from './request-link.ts'
import { readSentNote } from './sent-cookie.ts'
import { redirectToSent, type SentPagesNeeds, sentPages } from './sent-pages.ts'

/** The form that requests a link of one kind. */
export interface RequestForm {
  readonly kind: OpenLinkKind
  readonly fields: readonly CitizenField[]
  readonly page: (frame: PageFrame, view: LinkRequestView) => PageDocument
  readonly request: (request: LinkRequest) => Promise<Result<SentLink, LinkRequestRefusal>>
}

type Typed = readonly (readonly [string, string])[]

type FormView = Omit<LinkRequestView, 'csrfToken' | 'loginHref'>

/** The form that requests a link, and the page after it. */
export function requestPages(service: SentPagesNeeds, form: RequestForm): readonly Route[] {
  const { kind, fields } = form
  const { askPath } = LINK_KINDS[kind]
  const showForm = (request: PageRequest, view: FormView, problem?: FormProblem) => {
    const shown = { ...view, ...carryResume(view.resume), csrfToken: request.browser.csrfToken }
    return pageReply(request, form.page(request.frame, shown), problem)
  }
  const typedIn = (posted: Parameters) =>
    fields.filter((name) => posted.has(name)).map((name) => [name, posted.text(name)] as const)
  const valuesOf = (posted: Parameters) => ({
    values: Object.fromEntries(typedIn(posted)),
    resume: posted.get('resume'),
  })
  const ask = (request: PageRequest, typed: Typed, replaces: TokenKey | undefined) =>
    form.request({
      given: accepted({ fields: new Map(typed), duplicates: new Set() }),
      language: request.frame.language,
      origin: originOf(request.http, 'anonymous'),
      code: { replaces },
    })
  const reopen = (request: PageRequest, posted: Parameters) =>
    showForm(request, { ...valuesOf(posted), trouble: 'form-expired' }, 'form-expired')
  const postForm = async (request: PageRequest, posted: Parameters) => {
    const replaces = readSentNote(service, request, kind)?.link
    const typed = typedIn(posted)
    const requested = await ask(request, typed, replaces)
    if (requested.ok) {
      const sent = { ...requested.value, fields: Object.fromEntries(typed), mails: 1 }
      return redirectToSent(service, request, kind, sent)
    }
    const { refusal } = requested
    return showForm(request, { ...valuesOf(posted), ...refusedView(refusal) }, refusal)
  }
  return [
    pageRoute(service, askPath, (request) =>
      showForm(request, { resume: queryParameter(request, 'resume') }),
    ),
    formRoute(service, askPath, { ...pageAt(askPath, 'resume'), reopen }, postForm),
    ...sentPages(service, {
      kind,
      again: async (request, { fields, link }) => fields && ask(request, Object.entries(fields), link),
    }),
  ]
}

/** The page sends each known field once, so only the values can have problems. */
function refusedView(refusal: LinkRequestRefusal): FormView {
  if (refusal === 'unreadable') return {}
  if (refusal === 'mail-unavailable' || 'retryAfterSeconds' in refusal) return { trouble: refusal }
  return { problems: Object.fromEntries(refusal.problems) }
}
