import type { Browser, PageAgain } from '../../hosted-page/index.ts'
import { type Clock, plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { decodeComponent } from '../../platform/http/parameters.ts'
import { parseOwnJson } from '../../platform/own-json.ts'
import type { ArrivalKind } from './next-step.ts'

const PURPOSE = 'resume authorization'

/** How long a person may take to sign in before the program has to ask anew. */
export const RESUME_LIFETIME_SECONDS = 60 * 60

/** A program's request that waits while its citizen signs in; only the browser that brought it can take it up again. */
export interface Resume {
  /** The request's own parameters, form-urlencoded. */
  readonly query: string
  /** Whether no page led here (`Sec-Fetch-Site: none`), or another session was shown the page. */
  readonly arrival: ArrivalKind
  /**
   * The client's generation when the request came; what was under way when it was disabled is over. Absent in a handle of
   * the previous release.
   */
  readonly generation?: number
  /** The sign-in that is not good enough, because a new one was asked for; `none` where any will do. */
  readonly staleSession: string
  /** When the citizen was sent to sign in: a session that is older is no answer to that, whatever cookie it has. */
  readonly askedAt: UnixSeconds
  readonly programName: string
  /** `login_hint` of the request (OpenID Connect Core section 3.1.2.1), to fill in the address. */
  readonly loginHint: string
  /** The languages that the program asks for (`ui_locales`), preferred first, as `Accept-Language` has them; `''` for none. */
  readonly languages: string
}

/** Makes the handle that travels through the sign-in pages as the parameter `resume`. */
export function signResume(browser: Browser, clock: Clock, resume: Omit<Resume, 'askedAt'>): string {
  return sign(browser, { ...resume, askedAt: clock.now() })
}

function sign(browser: Browser, note: Resume): string {
  return browser.sign(PURPOSE, JSON.stringify(note), plusSeconds(note.askedAt, RESUME_LIFETIME_SECONDS))
}

/** Reads a handle; nothing when it is another browser's, changed or too old. */
export function readResume(browser: Browser, handle: string | undefined): Resume | undefined {
  const note = handle === undefined ? undefined : browser.read(PURPOSE, handle)
  return note === undefined ? undefined : parseOwnJson<Resume>(note)
}

/**
 * Where whoever is here now takes up a request whose page somebody else may have seen: they are asked on a page of their own,
 * even where nothing would have to be asked otherwise, and are not told whose address the program expects. Nothing when the
 * handle is none.
 */
export function resumeAnewLocation(browser: Browser, handle: string | undefined): string | undefined {
  const resume = readResume(browser, handle)
  if (!resume) return undefined
  const parts = resume.query.split('&')
  const query = parts.filter((part) => decodeComponent(part.split('=')[0] ?? '') !== 'login_hint').join('&')
  const arrival = resume.arrival === 'led' ? 'switched' : resume.arrival
  return resumeLocation(sign(browser, { ...resume, query, arrival, loginHint: '' }))
}

/** Where a form of a page on the way to a program leads when it is opened anew: to the waiting request, else to this path. */
export function requestAgainOr(path: string): PageAgain {
  return (form, browser) => resumeAnewLocation(browser, form.get('resume')) ?? path
}

/** Where a browser takes a waiting request up again; the request is decided anew there. */
export function resumeLocation(handle: string): string {
  return `/o/authorize/?resume=${encodeURIComponent(handle)}`
}
