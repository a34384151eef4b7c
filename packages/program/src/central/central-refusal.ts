import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/**
 * Why the identity service gave nothing. `unavailable` is its trouble, `misconfigured` is ours, `invalid-grant` is the
 * end of a grant, `cancelled` is the citizen's wish, and `untrusted` is an answer that failed a check.
 */
export interface CentralRefusal {
  readonly kind: 'unavailable' | 'misconfigured' | 'invalid-grant' | 'cancelled' | 'untrusted'
  /** For the log and the audit: the check or the status, never a token. */
  readonly reason: string
}

const CITIZENS_CHOICE = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** What a thrown error of the library or of fetch means. */
export function refusalOf(error: unknown): CentralRefusal {
  if (error instanceof AuthorizationResponseError) {
    const kind = CITIZENS_CHOICE.includes(error.error) ? 'cancelled' : 'unavailable'
    return { kind, reason: `authorization answer: ${plainWord(error.error)}` }
  }
  if (error instanceof ResponseBodyError) return refusalOfBody(error)
  if (error instanceof WWWAuthenticateChallengeError) return refusalOfStatus(error.status)
  if (
    error instanceof OperationProcessingError &&
    error.cause instanceof Response &&
    error.cause.status !== 200
  ) {
    return refusalOfStatus(error.cause.status)
  }
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return { kind: 'untrusted', reason: checkNamed(error) }
  }
  return { kind: 'unavailable', reason: networkWord(error) }
}

function refusalOfBody(error: ResponseBodyError): CentralRefusal {
  if (error.status >= 500 || error.status === 429 || error.status === 401)
    return refusalOfStatus(error.status)
  if (error.error === 'invalid_grant') return { kind: 'invalid-grant', reason: 'invalid_grant' }
  return { kind: 'misconfigured', reason: `the identity service says ${plainWord(error.error)}` }
}

/** 401 is said to us, the program: our secret is wrong, and no citizen's session ended. */
function refusalOfStatus(status: number): CentralRefusal {
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
function plainWord(word: string): string {
  return /^[a-z_]{1,60}$/.test(word) ? word : 'an unreadable error'
}

function networkWord(error: unknown): string {
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
