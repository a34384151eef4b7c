import { meetsAny } from '../../access/index.ts'
import { programIn } from '../../clients/index.ts'
import { type Browser, type FormPage, languageFor } from '../../hosted-page/index.ts'
import type { ProgramLink } from '../../pages/index.ts'
import { type Clock, plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { decodeComponent } from '../../platform/http/parameters.ts'
import { readToken } from '../../platform/opaque-token.ts'
import { parseOwnJson } from '../../platform/own-json.ts'
import { type IncomingRequest, type RequestContext, sessionName } from './incoming-request.ts'

/** What the citizen does meanwhile. A request that was signed for one of them does not count for the other. */
type Purpose = 'resume authorization' | 'authorization decision'

/** How long a citizen has to sign in or to decide. After that the program must ask again. */
const REQUEST_LIFETIME_SECONDS = 60 * 60

/** The program, as a signed request names it. */
interface SignedProgram {
  /** In the language of the page that was shown. */
  readonly programName: string
  /** Absent in what an earlier release has signed. */
  readonly programHome?: string
}

/** A program's request that waits while its citizen signs in. Only the browser that brought it can continue it. */
export interface Resume extends IncomingRequest, SignedProgram {
  readonly staleSession: string
  readonly askedAt: UnixSeconds
  /** `login_hint` of the request (OpenID Connect Core section 3.1.2.1). The sign-in page fills in this address. */
  readonly loginHint: string
  /** The program's languages (`ui_locales`), preferred first, in the form of `Accept-Language`; `''` for none. */
  readonly languages: string
  /** Whether the program asks for more than a password. */
  readonly asksForMore: boolean
  /** Whether whoever was signed in has to prove it once more. Absent in what an earlier release has signed. */
  readonly provesAgain?: boolean
}

/** A program's request that waits for the citizen's decision, and what the page said about it. */
export interface ShownRequest extends IncomingRequest {
  readonly shown: SignedProgram & { readonly scope: string }
}

/**
 * Makes the handle that continues this request after the citizen has signed in with another session. The pages of the
 * sign-in pass it on as the parameter `resume`.
 */
export function signResume(
  clock: Clock,
  { http, browser, request, requester }: RequestContext,
  provesAgain = false,
): string {
  const { name, home } = programIn(request.client, languageFor(http, { program: request.languages }))
  return signAsResume(browser, {
    query: request.query,
    arrival: requester.arrival,
    staleSession: sessionName(requester.session),
    generation: request.client.generation,
    programName: name,
    programHome: home,
    loginHint: request.loginHint,
    languages: request.languages,
    asksForMore: request.acrValues.length > 0 && !meetsAny('password', request.acrValues),
    provesAgain,
    askedAt: clock.now(),
  })
}

/** Reads a handle. Nothing where it belongs to another browser, was changed or is too old. */
export function readResume(browser: Browser, handle: string | undefined): Resume | undefined {
  return read<Resume>(browser, 'resume authorization', handle)
}

/** Whether a request waits for a new proof of whoever is signed in with the session of this cookie. */
export function isProofOf(
  { provesAgain = false, staleSession }: Resume,
  cookie: string | undefined,
): boolean {
  return provesAgain && staleSession === sessionName(readToken('session', cookie ?? ''))
}

/** The program of a handle that is too old. Nothing for every other one. */
export function lapsedProgram(browser: Browser, handle: string | undefined): ProgramLink | undefined {
  const note = handle === undefined ? undefined : browser.readLapsed('resume authorization', handle)
  return note === undefined ? undefined : linkIn(parseOwnJson<Resume>(note))
}

/** The program of a decision that was asked for too long ago. Nothing for every other one. */
export function lapsedDecision(browser: Browser, signed: string | undefined): ProgramLink | undefined {
  const note = signed === undefined ? undefined : browser.readLapsed('authorization decision', signed)
  return note === undefined ? undefined : linkIn(parseOwnJson<ShownRequest>(note).shown)
}

/** How pages lead to the program of a signed request. */
export function linkIn({ programName, programHome }: SignedProgram): ProgramLink {
  return { name: programName, home: programHome }
}

/** Signs what the confirmation page is shown for. Its form returns it with the citizen's decision. */
export function signDecision(
  clock: Clock,
  { browser, request, requester }: RequestContext,
  language: string,
): string {
  const { query, client, scope } = request
  const { name, home } = programIn(client, language)
  const shown = { programName: name, programHome: home, scope }
  const asked: ShownRequest = { query, arrival: requester.arrival, generation: client.generation, shown }
  return sign(browser, 'authorization decision', asked, clock.now())
}

/** Reads it again. Nothing where it belongs to another browser, was changed or is too old. */
export function readDecision(browser: Browser, signed: string | undefined): ShownRequest | undefined {
  return read<ShownRequest>(browser, 'authorization decision', signed)
}

/**
 * The address that continues a request whose page another person may have seen. The confirmation page is then always
 * shown, and nobody learns which address the program expects. Nothing for an invalid handle.
 */
export function resumeAnewLocation(browser: Browser, handle: string | undefined): string | undefined {
  const resume = readResume(browser, handle)
  if (!resume) return undefined
  const parts = resume.query.split('&')
  const query = parts.filter((part) => decodeComponent(part.split('=')[0] ?? '') !== 'login_hint').join('&')
  const arrival = resume.arrival === 'led' ? 'switched' : resume.arrival
  return resumeLocation(signAsResume(browser, { ...resume, query, arrival, loginHint: '' }))
}

/** The page that a stale form leads to: the waiting request, or else this path. */
export function requestAgainOr(path: string): FormPage {
  return { address: (form, browser) => resumeAnewLocation(browser, form.get('resume')) ?? path }
}

/** The address that continues a waiting request. The request is decided again there. */
export function resumeLocation(handle: string): string {
  return `/o/authorize/?resume=${encodeURIComponent(handle)}`
}

function signAsResume(browser: Browser, resume: Resume): string {
  return sign(browser, 'resume authorization', resume, resume.askedAt)
}

function sign(browser: Browser, purpose: Purpose, request: IncomingRequest, from: UnixSeconds): string {
  return browser.sign(purpose, JSON.stringify(request), plusSeconds(from, REQUEST_LIFETIME_SECONDS))
}

function read<Note extends IncomingRequest>(
  browser: Browser,
  purpose: Purpose,
  signed: string | undefined,
): Note | undefined {
  const note = signed === undefined ? undefined : browser.read(purpose, signed)
  return note === undefined ? undefined : parseOwnJson<Note>(note)
}
