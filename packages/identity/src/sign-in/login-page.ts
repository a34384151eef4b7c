import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS, type StartedSession } from '../access/index.ts'
import {
  atAddress,
  carryResume,
  type FormNeeds,
  frameFor,
  type KeptForm,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageReply,
  readKeptForm,
  writeNote,
} from '../hosted-page/index.ts'
import { lapsedProgram, linkIn, type Resume, readResume, resumeLocation } from '../oauth/authorize/index.ts'
import {
  type LoginView,
  loginPage,
  newBrowserPage,
  PATHS,
  type PageFrame,
  type ProgramLink,
  type ProvenPage,
  script,
  type WayIn,
} from '../pages/index.ts'
import type { Html } from '../platform/html.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Entrant } from './enter-citizen.ts'
import type { WayInEntry, WayInPlace } from './factor.ts'
import type { Ticket } from './second-factor-entry.ts'

/** Everything that shows the sign-in page. */
export interface LoginPageNeeds extends FormNeeds {
  readonly baseUrl: string
  /** What signs in in place of the password. */
  readonly waysIn: readonly WayInEntry[]
}

/** A request for the sign-in page, or with its form. */
export interface SignInRequest extends PageRequest {
  /** The handle of the waiting request, unchecked. */
  readonly handle: string | undefined
  /** The waiting request, where the handle is valid and of this browser. */
  readonly resume: Resume | undefined
  /** The program of a request of this browser that has waited too long. */
  readonly lapsedProgram: ProgramLink | undefined
  /** The handle, where this service gave it to this browser: also one that is too old, so that the page after the sign-in can say so. */
  readonly carried: string | undefined
}

/** Reads which request of a program waits for the sign-in: that of the handle that an address, a form or a cookie has. */
export function signInRequest(
  service: PageNeeds,
  page: PageRequest,
  handle: string | undefined,
): SignInRequest {
  const resume = readResume(page.browser, handle)
  const frame = frameFor(service, page, { program: resume?.languages ?? '' })
  const lapsed = lapsedProgram(page.browser, handle)
  const carried = resume || lapsed !== undefined ? handle : undefined
  const waiting = { ...page, handle, resume, lapsedProgram: lapsed, carried }
  return { ...waiting, frame: page.frame.choice ? atAddress(frame, page.frame.choice.back) : frame }
}

/** Who enters by a form, as far as the browser says it. Nobody is signed in yet. */
export function entrantOf({ http, browser, frame }: PageRequest): Omit<Entrant, 'proof' | 'trustedSince'> {
  return {
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: frame.language,
    origin: originOf(http, 'anonymous'),
  }
}

/** The ways in that are possible here. */
export const waysInAt = (
  { waysIn }: Pick<LoginPageNeeds, 'waysIn'>,
  frame: PageFrame,
  place: WayInPlace,
): readonly WayIn[] => waysIn.flatMap((entry) => entry.shown(frame, place) ?? [])

/** What a form with a password carries for the ways in beside it. */
export const carriedBy = ({ waysIn }: Pick<LoginPageNeeds, 'waysIn'>): readonly Html[] =>
  waysIn.flatMap(({ carried }) => carried ?? [])

/** What the sign-in page shows of a form that was refused. */
export interface Refused extends Pick<LoginView, 'email' | 'asksForPassword' | 'signedOut'> {
  readonly problem?: LoginView['problem'] | 'unknown-browser'
}

/** The sign-in page, with a problem where a form was refused. */
export function loginReply(
  service: LoginPageNeeds,
  request: SignInRequest,
  { email, asksForPassword, signedOut, problem }: Refused,
): Reply {
  if (problem === 'unknown-browser') return newBrowserReply(request, email ?? '')
  const { browser, frame, resume } = request
  const carried = carryResume(request.carried)
  const place = { browser, againHref: carried.loginHref, resume: carried.resume }
  const waysIn = waysInAt(service, frame, place)
  const view = {
    csrfToken: browser.csrfToken,
    email,
    asksForPassword,
    signedOut,
    problem,
    waysIn,
    carried: carriedBy(service),
    program: resume && linkIn(resume),
    lapsedProgram: request.lapsedProgram,
    asksForMore: resume?.asksForMore,
    ...carried,
  }
  return pageReply({ browser }, loginPage(frame, view), problem, {
    formTargets: resume ? 'anywhere' : 'self',
    script: service.baseUrl + script.path,
  })
}

/** Redirects a browser whose password was right to the page that asks for the code. */
export function codeAwaitedReply(
  service: PageNeeds,
  { browser, carried }: Pick<SignInRequest, 'browser'> & Onward,
  { value, cookie }: Ticket,
  leadsTo?: ProvenPage,
): Reply {
  const query = new URLSearchParams({
    ...(carried !== undefined && { resume: carried }),
    ...(leadsTo && { leads_to: leadsTo }),
  }).toString()
  const note = writeNote(service, browser, cookie, value.reveal())
  const href = query === '' ? PATHS.loginCode : `${PATHS.loginCode}?${query}`
  return redirect(303, href, { cookies: [...browser.cookies, note] })
}

/** Which request of a program waits, or has waited too long; and the form that could not be sent before. */
type Onward = Pick<SignInRequest, 'carried'> & { readonly kept?: Pick<KeptForm, 'page'> | undefined }

/**
 * Where a citizen goes after a sign-in: to the waiting request of this browser, or to the form that was kept, or else the home of the
 * account. Where the request has waited too long, the same address says so.
 */
export function onwardHref({ carried, kept }: Onward): string {
  return carried === undefined ? (kept?.page ?? PATHS.account) : resumeLocation(carried)
}

/** Redirects a browser that was just signed in: to the page that asked for the sign-in, or where its citizen goes on. */
export function welcomeReply(
  request: Pick<SignInRequest, 'browser' | 'http'> & Partial<Pick<SignInRequest, 'carried'>>,
  { cookieValue, session: { citizenId } }: StartedSession,
  leadsTo?: string,
): Reply {
  const { browser, carried } = request
  return redirect(303, leadsTo ?? onwardHref({ carried, kept: readKeptForm(request, citizenId) }), {
    cookies: browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS),
  })
}

/** The reply to any password, or to any code: this browser must first be proven by a mailed link. */
function newBrowserReply({ browser, frame, handle, resume }: SignInRequest, email: string): Reply {
  const carried = carryResume(resume && handle)
  const view = { ...carried, csrfToken: browser.csrfToken, values: { email } }
  return pageReply({ browser }, newBrowserPage(frame, view), 'unknown-browser')
}
