import { type Clock, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Browser } from '../platform/http/browser.ts'
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
  const askedAt = clock.now()
  const note: Resume = { ...resume, askedAt }
  return browser.sign(PURPOSE, JSON.stringify(note), plusSeconds(askedAt, RESUME_LIFETIME_SECONDS))
}

/** Reads a handle; nothing when it is another browser's, changed or too old. */
export function readResume(browser: Browser, handle: string | undefined): Resume | undefined {
  const note = handle === undefined ? undefined : browser.read(PURPOSE, handle)
  return note === undefined ? undefined : (JSON.parse(note) as Resume)
}

/** Where a browser takes a waiting request up again; the request is decided anew there. */
export function resumeLocation(handle: string): string {
  return `/o/authorize/?resume=${encodeURIComponent(handle)}`
}
