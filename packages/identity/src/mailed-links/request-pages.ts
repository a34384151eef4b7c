import {
  carryResume,
  type FormPage,
  type FormProblem,
  originOf,
  type PageRequest,
  pageAt,
  pageReply,
  queryParameter,
  typedAddress,
} from '../hosted-page/index.ts'
import { linkIn, readResume, waitingHandle } from '../oauth/authorize/index.ts'
import type { CitizenField, LinkRequestView, PageFrame } from '../pages/index.ts'
import type { PageDocument } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { AskedLinkRules } from './link-kinds.ts'
import type { LinkRequest, LinkRequestRefusal, SentLink } from './request-link.ts'
import { readSentMail, type SentMail, type SentMailNeeds } from './sent-cookie.ts'
import { redirectToSent } from './sent-pages.ts'

/** The form that requests a link of one kind. */
export interface RequestForm {
  readonly rules: AskedLinkRules
  readonly fields: readonly CitizenField[]
  readonly page: (frame: PageFrame, view: LinkRequestView) => PageDocument
  /** The address of the script that its page uses. */
  readonly script?: string
}

type Typed = readonly (readonly [string, string])[]

type FormView = Omit<LinkRequestView, 'csrfToken' | 'loginHref' | 'program'>

/** The form. One that asks for an address alone has the one that was typed at a sign-in just before. */
export function requestFormReply(request: PageRequest, form: RequestForm): Reply {
  const email = form.fields.length === 1 ? typedAddress(request) : undefined
  return showForm(request, form, {
    ...(email !== undefined && { values: { email } }),
    resume: queryParameter(request, 'resume'),
  })
}

/** The form with what was typed for a link that is over. It goes on to the program that waits now. */
export function requestFormOver(
  request: PageRequest,
  form: RequestForm,
  typed: Readonly<Record<string, string>>,
): Reply {
  const resume = waitingHandle(request.browser, request.http)
  return showForm(request, form, { values: typed, trouble: 'link-over', resume }, 'link-over')
}

/** Where the form is, and the form again with what was typed, for a browser whose visit has ended. */
export function requestFormAgain(form: RequestForm): FormPage {
  return {
    ...pageAt(form.rules.askPath, 'resume'),
    reopen: (request, posted) =>
      showForm(request, form, { ...valuesOf(form, posted), trouble: 'form-expired' }, 'form-expired'),
  }
}

/** What was typed, as a request. Its mail replaces the one that this browser asked for before. */
export function readRequestForm(
  needs: Pick<SentMailNeeds, 'keyring'>,
  request: PageRequest,
  form: RequestForm,
  posted: Parameters,
): LinkRequest {
  return requestOf(request, typedIn(form, posted), readSentMail(needs, request, form.rules)?.link)
}

/** The request of a note, once more. Nothing where the note could not keep what was typed. */
export function requestOfSent(request: PageRequest, { fields, link }: SentMail): LinkRequest | undefined {
  return fields && requestOf(request, Object.entries(fields), link)
}

/** The answer to the form: the page that says that a mail may arrive, or the form again. */
export function requestedReply(
  needs: SentMailNeeds,
  request: PageRequest,
  { form, posted }: { readonly form: RequestForm; readonly posted: Parameters },
  requested: Result<SentLink, LinkRequestRefusal>,
): Reply {
  if (requested.ok) {
    const fields = Object.fromEntries(typedIn(form, posted))
    return redirectToSent(needs, request, form.rules, { ...requested.value, fields, mails: 1 })
  }
  const { refusal } = requested
  return showForm(request, form, { ...valuesOf(form, posted), ...refusedView(refusal) }, refusal)
}

function showForm(
  request: PageRequest,
  { page, script }: RequestForm,
  view: FormView,
  problem?: FormProblem,
): Reply {
  const waiting = readResume(request.browser, view.resume)
  const program = waiting && linkIn(waiting)
  const shown = { ...view, program, ...carryResume(view.resume), csrfToken: request.browser.csrfToken }
  return pageReply(request, page(request.frame, shown), problem, { script })
}

function typedIn({ fields }: RequestForm, posted: Parameters): Typed {
  return fields.filter((name) => posted.has(name)).map((name) => [name, posted.text(name)] as const)
}

function valuesOf(form: RequestForm, posted: Parameters): FormView {
  return { values: Object.fromEntries(typedIn(form, posted)), resume: posted.get('resume') }
}

function requestOf(request: PageRequest, typed: Typed, replaces: TokenKey | undefined): LinkRequest {
  return {
    given: accepted({ fields: new Map(typed), duplicates: new Set() }),
    language: request.frame.language,
    origin: originOf(request.http, 'anonymous'),
    code: { replaces },
  }
}

/** The page sends each known field once, so only the values can have problems. */
function refusedView(refusal: LinkRequestRefusal): FormView {
  if (refusal === 'unreadable') return {}
  if (refusal === 'mail-unavailable' || 'retryAfterSeconds' in refusal) return { trouble: refusal }
  return { problems: Object.fromEntries(refusal.problems) }
}
