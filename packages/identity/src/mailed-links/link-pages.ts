import {
  carryAddress,
  type FormNeeds,
  type FormProblem,
  formRoute,
  type NoteCookie,
  type NoteNeeds,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
  queryParameter,
  readNote,
  writeNote,
} from '../hosted-page/index.ts'
import { linkIn, readResume, signInAddressOf, waitingHandle } from '../oauth/authorize/index.ts'
import { linkInvalidPage, type PageFrame, type ProgramLink } from '../pages/index.ts'
import type { PageDocument } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { readToken } from '../platform/opaque-token.ts'
import type { Awaitable, Result } from '../platform/result.ts'
import type { LinkRules } from './link-kinds.ts'
import { type RequestForm, requestFormOver } from './request-pages.ts'
import { type SentMailNeeds, typedHere } from './sent-cookie.ts'

/** What the form behind a link shows and sends. */
export interface LinkFormView<Problem> {
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link. */
  readonly link: string
  readonly problem?: Problem | undefined
  /** The program that the citizen goes on to. */
  readonly program?: ProgramLink | undefined
  /** The handle of its waiting request, also of one that has waited too long. */
  readonly resume?: string | undefined
}

/** The page behind a link of one kind. `Found` is what a valid link leads to. */
export interface LinkPage<Found, Problem, Done = unknown> {
  readonly rules: LinkRules
  /** The form that asks for such a link. A browser that asked there reads it with what was typed where the link is over. */
  readonly asked?: RequestForm
  /** Finds what a link leads to. Changes nothing, however often it is called. */
  find(link: string): Promise<Found | undefined>
  /** The address of the account, which the next sign-in form shows. */
  addressOf(found: Found): string
  /** Does what the form asks for. Every refusal except `link-invalid` leaves the link valid. */
  use(found: Found, form: Parameters, request: PageRequest): Promise<Result<Done, Problem | 'link-invalid'>>
  /** The form that uses the link. */
  form(frame: PageFrame, found: Found, view: LinkFormView<Problem>): PageDocument
  /** The address of the script that its pages use. */
  readonly script?: string
  /** The answer to a browser that goes on by itself, to the program of the form where it has one. Nothing where the next page says what was done. */
  goOn?(request: PageRequest, done: Done, form: Parameters): Awaitable<Reply | undefined>
  /** What the next page should know of what was done. */
  outcome?(done: Done): string
  /** Says what was done, and links to the next page. The outcome is `''` where nothing is known of it. */
  done?(frame: PageFrame, nextHref: string, outcome: string): PageDocument
}

/** Tells the page after a used link what was done. */
const OUTCOME: NoteCookie = { name: 'portico_outcome', seconds: 15 * 60 }

/**
 * The page behind a mailed link. Showing it changes nothing. Only its form uses the link, and it asks for something
 * that a mail scanner which sends the form does not know.
 */
export function linkPages<Found, Problem extends FormProblem, Done = unknown>(
  service: FormNeeds & SentMailNeeds,
  linkPage: LinkPage<Found, Problem, Done>,
): readonly Route[] {
  const { rules, find, use, form, script, goOn } = linkPage
  const { path } = rules
  const showForm = (
    request: PageRequest,
    found: Found,
    { link, resume, problem }: Pick<LinkFormView<Problem>, 'link' | 'resume' | 'problem'>,
  ) => {
    const { browser } = request
    const waiting = readResume(browser, resume)
    const program = waiting && linkIn(waiting)
    const view = { action: path, csrfToken: browser.csrfToken, link, problem, program, resume }
    return pageReply(request, form(request.frame, found, view), problem, {
      script,
      formTargets: goOn && waiting ? 'anywhere' : 'self',
    })
  }
  const overReply = (request: PageRequest, link: string) =>
    (linkPage.asked && askedAgainReply(service, request, linkPage.asked, link)) ??
    linkInvalidReply(request, rules)
  const useLink = async (request: PageRequest, posted: Parameters) => {
    const link = posted.text('link')
    const found = await find(link)
    if (!found) return overReply(request, link)
    const used = await use(found, posted, request)
    if (used.ok) {
      const onward = await goOn?.(request, used.value, posted)
      return onward ?? doneReply(service, linkPage, request, { found, what: used.value })
    }
    const { refusal } = used
    return refusal === 'link-invalid'
      ? overReply(request, link)
      : showForm(request, found, { link, resume: posted.get('resume'), problem: refusal })
  }
  return [
    pageRoute(service, path, async (request) => {
      const link = queryParameter(request, 'link') ?? ''
      const found = await find(link)
      if (!found) return overReply(request, link)
      return showForm(request, found, { link, resume: waitingHandle(request.browser, request.http) })
    }),
    formRoute(service, path, pageAt(path, 'link'), useLink),
    ...donePages(service, linkPage),
  ]
}

function donePages<Found, Problem, Done>(
  service: FormNeeds,
  { rules: { donePath }, done, script }: LinkPage<Found, Problem, Done>,
): readonly Route[] {
  if (!done || donePath === undefined) return []
  return [
    pageRoute(service, donePath, (request) =>
      page(done(request.frame, signInHref(request), readNote(request, OUTCOME.name) ?? ''), { script }),
    ),
  ]
}

/** Redirects to the page that says what was done. It and the next sign-in form know it from notes of this browser. */
function doneReply<Found, Problem, Done>(
  service: NoteNeeds,
  { rules, addressOf, outcome }: LinkPage<Found, Problem, Done>,
  request: PageRequest,
  { found, what }: { readonly found: Found; readonly what: Done },
): Reply {
  const { browser } = request
  const address = carryAddress(service, browser, addressOf(found))
  const said = outcome ? [writeNote(service, browser, OUTCOME, outcome(what))] : []
  const cookies = [...browser.cookies, address, ...said]
  return redirect(303, rules.donePath ?? signInHref(request), { cookies })
}

/** The form that this browser asked for the link with, and what was typed. Nothing in every other browser, and for every other link. */
function askedAgainReply(
  service: SentMailNeeds,
  request: PageRequest,
  form: RequestForm,
  link: string,
): Reply | undefined {
  const key = readToken(form.rules.token, link)
  const typed = key && typedHere(service, request, form.rules, key)
  return typed && requestFormOver(request, form, typed)
}

/** The same page for every invalid link: expired, used, unknown, of another kind or incomplete. It tells nobody who has an account. */
function linkInvalidReply(request: PageRequest, { invalid }: LinkRules): Reply {
  const { words, path: againHref, setsPassword = false } = invalid
  const view = {
    words,
    againHref,
    setsPassword,
    loginHref: signInHref(request),
  }
  return pageReply(request, linkInvalidPage(request.frame, view), 'link-invalid')
}

/** Where the citizen goes next: to the sign-in page, for the waiting program of this browser if there is one. */
function signInHref({ browser, http }: PageRequest): string {
  return signInAddressOf(browser, http)
}
