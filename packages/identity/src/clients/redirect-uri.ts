import { isOnBlockedPort } from '../platform/blocked-port.ts'
import { accepted, type Result, refused } from '../platform/result.ts'

/** Why a text is not a valid redirect URI. */
export type RedirectUriRefusal =
  | 'not-absolute'
  | 'unfit-characters'
  | 'too-long'
  | 'not-https'
  | 'has-fragment'
  | 'has-credentials'
  | 'has-wildcard'
  | 'has-dot-segment'
  | 'blocked-port'

const MOST_CHARACTERS = 2000

/** The characters of RFC 3986 section 2. Parsers differ about all others. */
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/
const BEGINNING = /^https?:\/\/[^/?#]/i
const PATH = /^[^/]*\/\/[^/?]*([^?]*)/
const SLASH = /\/|%2f|%5c/i
/** `.` or `..`, also with percent-encoded dots, and with the parameters that some servers remove (`..;x=1`). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}(?:(?:;|%3b).*)?$/i
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads a redirect URI and returns it unchanged, because it is compared exactly (RFC 9700 section 2.1). Only https, or
 * http to the loopback of the same machine; no fragment (RFC 6749 section 3.1.2). No dot segment (RFC 3986 section
 * 3.3): browsers and servers remove them, so the code would go to another path than the registered one. No port
 * that browsers refuse to open.
 */
export function readRedirectUri(given: string): Result<string, RedirectUriRefusal> {
  if (given.length > MOST_CHARACTERS) return refused('too-long')
  if (given.includes('*')) return refused('has-wildcard')
  if (!URI_CHARACTERS.test(given)) return refused('unfit-characters')
  if (!BEGINNING.test(given) || !URL.canParse(given)) return refused('not-absolute')
  const refusal = faultOf(new URL(given), given)
  return refusal ? refused(refusal) : accepted(given)
}

function faultOf(url: URL, given: string): RedirectUriRefusal | undefined {
  if (given.includes('#')) return 'has-fragment'
  if (/^[^/]*\/\/[^/?]*@/.test(given)) return 'has-credentials'
  if (hasDotSegment(given)) return 'has-dot-segment'
  if (isOnBlockedPort(url)) return 'blocked-port'
  if (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) return undefined
  return 'not-https'
}

function hasDotSegment(given: string): boolean {
  const path = PATH.exec(given)?.[1] ?? ''
  return path.split(SLASH).some((segment) => DOT_SEGMENT.test(segment))
}
