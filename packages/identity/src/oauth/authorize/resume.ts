import type { Browser, PageAgain } from '../../hosted-page/index.ts'
import { type Clock, plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { decodeComponent } from '../../platform/http/parameters.ts'
import { parseOwnJson } from '../../platform/own-json.ts'
import type { ArrivalKind } from './next-step.ts'

const PURPOSE = 'resume authorization'

/** How long a citizen has to sign in. After that the program must ask again. */
export const RESUME_LIFETIME_SECONDS = 60 * 60

/** A program's request that waits while its citizen signs in. Only the browser that brought it can continue it. */
export interface Resume {
  /** The parameters of the request, form-urlencoded. */
  readonly query: string
  /** How the citizen came: whether a page led here (`Sec-Fetch-Site`), or another session saw the page. */
  readonly arrival: ArrivalKind
  /**
   * The client's generation when the request came. Disabling the client raises it, which ends the request. Handles of
   * the previous release have none.
   */
  readonly generation?: number
  /** The session that is too old, because a new sign-in was asked for; `none` where any session will do. */
  readonly staleSession: string
  /** When the citizen was sent to sign in. An older session does not count, whatever cookie it has. */
  readonly askedAt: UnixSeconds
  readonly programName: string
  /** `login_hint` of the request (OpenID Connect Core section 3.1.2.1). The sign-in page fills in this address. */
  readonly loginHint: string
  /** The program's languages (`ui_locales`), preferred first, in the form of `Accept-Language`; `''` for none. */
  readonly languages: string
}

/** Makes the handle of a request. The pages of the sign-in pass it on as the parameter `resume`. */
export function signResume(browser: Browser, clock: Clock, resume: Omit<Resume, 'askedAt'>): string {
  return sign(browser, { ...resume, askedAt: clock.now() })
}

function sign(browser: Browser, note: Resume): string {
  return browser.sign(PURPOSE, JSON.stringify(note), plusSeconds(note.askedAt, RESUME_LIFETIME_SECONDS))
}

/** Reads a handle. Nothing where it belongs to another browser, was changed or is too old. */
export function readResume(browser: Browser, handle: string | undefined): Resume | undefined {
  const note = handle === undefined ? undefined : browser.read(PURPOSE, handle)
  return note === undefined ? undefined : parseOwnJson<Resume>(note)
}

/**
 * The address that continues a request whose page another person may have seen. The authorization page is then always
 * shown, and nobody learns which address the program expects. Nothing for an invalid handle.
 */
export function resumeAnewLocation(browser: Browser, handle: string | undefined): string | undefined {
  const resume = readResume(browser, handle)
  if (!resume) return undefined
  const parts = resume.query.split('&')
  const query = parts.filter((part) => decodeComponent(part.split('=')[0] ?? '') !== 'login_hint').join('&')
  const arrival = resume.arrival === 'led' ? 'switched' : resume.arrival
  return resumeLocation(sign(browser, { ...resume, query, arrival, loginHint: '' }))
}

/** The page that a stale form leads to: the waiting request, or else this path. */
export function requestAgainOr(path: string): PageAgain {
  return (form, browser) => resumeAnewLocation(browser, form.get('resume')) ?? path
}

/** The address that continues a waiting request. The request is decided again there. */
export function resumeLocation(handle: string): string {
  return `/o/authorize/?resume=${encodeURIComponent(handle)}`
}
