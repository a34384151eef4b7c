import {
  type FormProblem,
  formReply,
  formRoute,
  type PageNeeds,
  type PageRequest,
  pageAt,
  pageRoute,
  queryParameter,
} from '../hosted-page/index.ts'
import { signInAddressOf } from '../oauth/authorize/index.ts'
import { type LinkKind, linkInvalidPage, type PageFrame } from '../pages/index.ts'
import type { Html } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Result } from '../platform/result.ts'
import { LINK_KINDS } from './link-kinds.ts'

/** What the form behind a link shows and sends. */
export interface LinkFormView<Problem> {
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link. */
  readonly link: string
  readonly problem?: Problem | undefined
}

/** The page behind a link of one kind. `Found` is what a valid link leads to. */
export interface LinkPage<Found, Problem> {
  readonly kind: LinkKind
  /** Finds what a link leads to. Changes nothing, however often it is called. */
  find(link: string): Promise<Found | undefined>
  /** Does what the form asks for. Every refusal except `link-invalid` leaves the link valid. */
  use(
    found: Found,
    form: Parameters,
    request: PageRequest,
  ): Promise<Result<unknown, Problem | 'link-invalid'>>
  /** The form that uses the link. */
  form(frame: PageFrame, found: Found, view: LinkFormView<Problem>): Html
  /** Says what was done, and links to the next page. */
  done?(frame: PageFrame, nextHref: string): Html
}

/**
 * The page behind a mailed link. Showing it changes nothing. Only its form uses the link, and it asks for something
 * that a mail scanner which sends the form does not know.
 */
export function linkPages<Found, Problem extends FormProblem>(
  service: PageNeeds,
  linkPage: LinkPage<Found, Problem>,
): readonly Route[] {
  const { path, donePath } = LINK_KINDS[linkPage.kind]
  const { done } = linkPage
  return [
    pageRoute(service, path, (request) => showPage(linkPage, request)),
    formRoute(service, path, pageAt(path, 'link'), (request, form) => useLink(linkPage, request, form)),
    ...(done && donePath !== undefined
      ? [pageRoute(service, donePath, (request) => page(200, done(request.frame, signInHref(request))))]
      : []),
  ]
}

async function showPage<Found, Problem extends FormProblem>(
  linkPage: LinkPage<Found, Problem>,
  request: PageRequest,
): Promise<Reply> {
  const link = queryParameter(request, 'link') ?? ''
  const found = await linkPage.find(link)
  return found ? showForm(linkPage, request, found, { link }) : linkInvalidReply(request, linkPage.kind)
}

async function useLink<Found, Problem extends FormProblem>(
  linkPage: LinkPage<Found, Problem>,
  request: PageRequest,
  form: Parameters,
): Promise<Reply> {
  const { kind } = linkPage
  const link = form.text('link')
  const found = await linkPage.find(link)
  if (!found) return linkInvalidReply(request, kind)
  const used = await linkPage.use(found, form, request)
  if (used.ok) {
    const { cookies } = request.browser
    return redirect(303, LINK_KINDS[kind].donePath ?? signInHref(request), { cookies })
  }
  if (used.refusal === 'link-invalid') return linkInvalidReply(request, kind)
  return showForm(linkPage, request, found, { link, problem: used.refusal })
}

function showForm<Found, Problem extends FormProblem>(
  { kind, form }: LinkPage<Found, Problem>,
  request: PageRequest,
  found: Found,
  shown: Pick<LinkFormView<Problem>, 'link' | 'problem'>,
): Reply {
  const view = { ...shown, action: LINK_KINDS[kind].path, csrfToken: request.browser.csrfToken }
  return formReply(request, form(request.frame, found, view), shown.problem)
}

/** The same page for every invalid link: expired, used, unknown, of another kind or incomplete. */
function linkInvalidReply({ frame, browser, http }: PageRequest, kind: LinkKind): Reply {
  const view = { kind, reference: http.requestId }
  return page(400, linkInvalidPage(frame, view), { cookies: browser.cookies })
}

/** Where the citizen goes next: to the sign-in page, for the waiting program of this browser if there is one. */
function signInHref({ browser, http }: PageRequest): string {
  return signInAddressOf(browser, http)
}
