import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import type { Secret } from '../platform/index.ts'

/**
 * Why the identity service gave no usable answer. `unavailable`: it has a fault. `misconfigured`: the program or its
 * registration is wrong. `invalid-grant`: the grant has ended. `cancelled`: the citizen declined. `untrusted`: the
 * response failed a check. `malformed`: the browser brought a bad authorization response, and no request was sent.
 */
export interface CentralRefusal {
  readonly kind: 'unavailable' | 'misconfigured' | 'invalid-grant' | 'cancelled' | 'untrusted' | 'malformed'
  /** For the log and the audit: the failed check or the status, never a token. */
  readonly reason: string
  /** A refresh token in a response that was refused. Its grant must be revoked. */
  readonly unused?: Secret
  /** The wait until the next try, if it is known. */
  readonly retryAfterSeconds?: number
}

/** The endpoint gave no usable answer, or nothing was sent to it. `refusal` says why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly refusal: CentralRefusal
  constructor(refusal: CentralRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** The function `identity.clientSecret` threw. Its message is not logged, because it could contain the secret. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const CITIZEN_DECISIONS = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** What an error means for the caller. What it means for the endpoint is in `bounded-response.ts`. */
export function refusalOf(error: unknown): CentralRefusal {
  if (error instanceof NoAnswer) return error.refusal
  if (error instanceof SecretUnreadable)
    return { kind: 'misconfigured', reason: 'identity.clientSecret threw' }
  if (error instanceof AuthorizationResponseError) {
    const kind = CITIZEN_DECISIONS.includes(error.error) ? 'cancelled' : 'unavailable'
    return { kind, reason: `authorization answer: ${safeErrorName(error.error)}` }
  }
  if (error instanceof ResponseBodyError) return refusalOfBody(error)
  const status = statusOf(error)
  if (status !== null) return refusalOfStatus(status)
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return { kind: 'untrusted', reason: checkNamed(error) }
  }
  return { kind: 'unavailable', reason: networkReason(error) }
}

/** OAuth errors about our client, whatever grant was sent (RFC 6749 section 5.2). */
const OUR_FAULT = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']

/**
 * The same for a code. Any visitor can invent a code, so a 4xx is about the code unless it names our client.
 */
export function refusalOfCode(error: unknown): CentralRefusal {
  const refusal = refusalOf(error)
  const isAboutUs = error instanceof ResponseBodyError && OUR_FAULT.includes(error.error)
  const status = statusOf(error)
  const isAboutCode = !isAboutUs && status !== null && [400, 413, 414, 422, 431].includes(status)
  return isAboutCode || refusal.kind === 'invalid-grant'
    ? { kind: 'invalid-grant', reason: 'the code was refused' }
    : refusal
}

/** The status for which the library refused a response. Null if another check failed. */
function statusOf(error: unknown): number | null {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status
  if (!(error instanceof OperationProcessingError) || !(error.cause instanceof Response)) return null
  return error.cause.status === 200 ? null : error.cause.status
}

function refusalOfBody(error: ResponseBodyError): CentralRefusal {
  if (error.status === 401 || error.status === 403) return refusalOfStatus(error.status)
  if (error.error === 'invalid_grant') return { kind: 'invalid-grant', reason: 'invalid_grant' }
  return { kind: 'misconfigured', reason: `the identity service says ${safeErrorName(error.error)}` }
}

/** A 401 or 403 is about our client secret. It ends no session of a citizen. */
export function refusalOfStatus(status: number): CentralRefusal {
  const reason = `the identity service answers ${status}`
  return { kind: status === 401 || status === 403 ? 'misconfigured' : 'unavailable', reason }
}

/** The library names the failed claim or attribute in `cause`. The value itself is left out. */
function checkNamed(error: OperationProcessingError | UnsupportedOperationError): string {
  const cause: unknown = error.cause
  const named = typeof cause === 'object' && cause !== null ? Object.entries(cause) : []
  const check = named.find(([key]) => key === 'claim' || key === 'attribute')?.[1]
  return typeof check === 'string' ? `${check}: ${error.message}` : error.message
}

/** An error code of the identity service, for the log. A long or strange one is replaced. */
export function safeErrorName(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? code : 'an unreadable error'
}

/** Why there was no answer, for the log. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  return isConnectionRefused(error) ? 'connection refused' : `no answer: ${error.name}`
}

/** Whether the connection was refused. Then nothing was sent, and the request may be repeated. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause: unknown = error.cause
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED'
}
