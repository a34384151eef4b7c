import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import type { Secret } from '../platform/index.ts'

/**
 * Why the identity service gave nothing. `unavailable` is its trouble, `misconfigured` is ours, `invalid-grant` is the
 * end of a grant, `cancelled` is the citizen's wish, `untrusted` is an answer that failed a check, and `malformed` is what
 * a browser brought back and nobody was asked about.
 */
export interface CentralRefusal {
  readonly kind: 'unavailable' | 'misconfigured' | 'invalid-grant' | 'cancelled' | 'untrusted' | 'malformed'
  /** For the log and the audit: the check or the status, never a token. */
  readonly reason: string
  /** A refresh token that came all the same; its grant is to be revoked. */
  readonly unused?: Secret
  /** When asking again makes sense, where that is known. */
  readonly retryAfterSeconds?: number
}

/** Nothing of use came back from an endpoint, or nothing was sent to it; the refusal says why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly refusal: CentralRefusal
  constructor(refusal: CentralRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** The program's own function that gives the client secret threw; the message is not told, since it may hold one. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const CITIZENS_CHOICE = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** What an error that was thrown on the way means for whoever asked; what it says of the endpoint is in `ending.ts`. */
export function refusalOf(error: unknown): CentralRefusal {
  if (error instanceof NoAnswer) return error.refusal
  if (error instanceof SecretUnreadable)
    return { kind: 'misconfigured', reason: 'identity.clientSecret threw' }
  if (error instanceof AuthorizationResponseError) {
    const kind = CITIZENS_CHOICE.includes(error.error) ? 'cancelled' : 'unavailable'
    return { kind, reason: `authorization answer: ${plainWord(error.error)}` }
  }
  if (error instanceof ResponseBodyError) return refusalOfBody(error)
  const status = statusOf(error)
  if (status !== null) return refusalOfStatus(status)
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return { kind: 'untrusted', reason: checkNamed(error) }
  }
  return { kind: 'unavailable', reason: networkWord(error) }
}

/** OAuth errors that are said to us, the program, whatever was presented (RFC 6749 section 5.2). */
const OUR_FAULT = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']

/** The same where a stranger chose the code: a 4xx that is not about us is about it. */
export function refusalOfCode(error: unknown): CentralRefusal {
  const refusal = refusalOf(error)
  const isAboutUs = error instanceof ResponseBodyError && OUR_FAULT.includes(error.error)
  const status = statusOf(error)
  const isAboutCode = !isAboutUs && status !== null && [400, 413, 414, 422, 431].includes(status)
  return isAboutCode || refusal.kind === 'invalid-grant'
    ? { kind: 'invalid-grant', reason: 'the code was refused' }
    : refusal
}

/** The status of an answer that the library refused for it; null where it refused something else. */
function statusOf(error: unknown): number | null {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status
  if (!(error instanceof OperationProcessingError) || !(error.cause instanceof Response)) return null
  return error.cause.status === 200 ? null : error.cause.status
}

function refusalOfBody(error: ResponseBodyError): CentralRefusal {
  if (error.status === 401 || error.status === 403) return refusalOfStatus(error.status)
  if (error.error === 'invalid_grant') return { kind: 'invalid-grant', reason: 'invalid_grant' }
  return { kind: 'misconfigured', reason: `the identity service says ${plainWord(error.error)}` }
}

/** 401 is said to us, the program: our secret is wrong, and no citizen's session ended. */
export function refusalOfStatus(status: number): CentralRefusal {
  const reason = `the identity service answers ${status}`
  return { kind: status === 401 || status === 403 ? 'misconfigured' : 'unavailable', reason }
}

/** The claim or attribute that failed, which the library keeps in the cause; never its value. */
function checkNamed(error: OperationProcessingError | UnsupportedOperationError): string {
  const cause: unknown = error.cause
  const named = typeof cause === 'object' && cause !== null ? Object.entries(cause) : []
  const check = named.find(([key]) => key === 'claim' || key === 'attribute')?.[1]
  return typeof check === 'string' ? `${check}: ${error.message}` : error.message
}

/** Words from the wire go to the log only as far as they are words. */
export function plainWord(word: string): string {
  return /^[a-z_]{1,60}$/.test(word) ? word : 'an unreadable error'
}

/** Why nothing came back, in words for the log. */
export function networkWord(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  return isConnectionRefused(error) ? 'connection refused' : `no answer: ${error.name}`
}

/** Whether the request never reached anybody, so that repeating it is harmless. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause: unknown = error.cause
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED'
}
