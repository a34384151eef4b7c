import { SESSION_LIFETIME_SECONDS, type StartedSession } from '../access/index.ts'
import {
  atAddress,
  carryResume,
  frameFor,
  type PageNeeds,
  type PageRequest,
  pageReply,
  writeNote,
} from '../hosted-page/index.ts'
import { type Resume, readResume, resumeLocation } from '../oauth/authorize/index.ts'
import { type LoginView, loginPage, PATHS, PROVEN_PAGES, type ProvenPage, script } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Secret } from '../platform/secret.ts'
import type { PasskeyEntry } from './passkey-entry.ts'

/** Everything that shows the sign-in page. */
export interface LoginPageNeeds extends PageNeeds {
  readonly baseUrl: string
  /** Absent without the room of passkeys. */
  readonly passkeys?: PasskeyEntry
}

/** A request for the sign-in page, or with its form. */
export interface SignInRequest extends PageRequest {
  /** The handle of the waiting request, unchecked. */
  readonly handle: string | undefined
  /** The waiting request, where the handle is valid and of this browser. */
  readonly resume: Resume | undefined
}

/** Reads which request of a program waits for the sign-in. */
export function signInRequest(service: PageNeeds, page: PageRequest, parameters: Parameters): SignInRequest {
  const handle = parameters.get('resume')
  const resume = readResume(page.browser, handle)
  const frame = frameFor(service, page, { program: resume?.languages ?? '' })
  const waiting = { ...page, handle, resume }
  return { ...waiting, frame: page.frame.choice ? atAddress(frame, page.frame.choice.back) : frame }
}

/** The sign-in page, with a problem where a form was refused. */
export function loginReply(
  { baseUrl, passkeys }: LoginPageNeeds,
  { browser, frame, handle, resume }: SignInRequest,
  { email, problem }: Pick<LoginView, 'email' | 'problem'>,
): Reply {
  const waiting = resume && handle
  const passkey = passkeys?.question(browser, carryResume(waiting).loginHref)
  const view = {
    csrfToken: browser.csrfToken,
    email,
    problem,
    passkey,
    programName: resume?.programName,
    asksForMore: resume?.asksForMore,
    resume: waiting,
  }
  return pageReply({ browser }, loginPage(frame, view), problem, {
    formTargets: resume ? 'anywhere' : 'self',
    script: passkey && baseUrl + script.path,
  })
}

/** The cookie of a half sign-in: the password was right, and the code is awaited. */
export const TICKET_COOKIE = 'portico_half'

/** As long as the ticket in it. */
const TICKET_SECONDS = 10 * 60

/** Redirects a browser whose password was right to the page that asks for the code. */
export function codeAwaitedReply(
  service: PageNeeds,
  { browser, handle, resume }: Pick<SignInRequest, 'browser' | 'handle' | 'resume'>,
  ticket: Secret,
  leadsTo?: ProvenPage,
): Reply {
  const query = new URLSearchParams({
    ...(resume && handle !== undefined && { resume: handle }),
    ...(leadsTo && { leads_to: leadsTo }),
  }).toString()
  const note = writeNote(service, browser, { name: TICKET_COOKIE, seconds: TICKET_SECONDS }, ticket.reveal())
  const href = query === '' ? PATHS.loginCode : `${PATHS.loginCode}?${query}`
  return redirect(303, href, { cookies: [...browser.cookies, note] })
}

/** Where a citizen goes after a sign-in: to the account page that asked for it, to the waiting request of this browser, or to the account pages. */
export function onwardHref(
  { handle, resume }: Pick<SignInRequest, 'handle' | 'resume'>,
  leadsTo?: ProvenPage,
): string {
  if (leadsTo) return PROVEN_PAGES[leadsTo]
  return resume && handle !== undefined ? resumeLocation(handle) : PATHS.profile
}

/** Redirects a browser that was just signed in. */
export function welcomeReply(
  { browser }: Pick<SignInRequest, 'browser'>,
  { cookieValue }: StartedSession,
  href: string,
): Reply {
  return redirect(303, href, { cookies: browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS) })
}
