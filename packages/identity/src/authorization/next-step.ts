import type { UnixSeconds } from '../platform/clock.ts'
import type { IssueSituation } from '../tokens/index.ts'
import type { AuthorizationFault } from './authorization-fault.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** Why the authorization page shows. */
export type ConfirmReason = 'first' | 'new-scopes' | 'asked' | 'unled'

/** What has to happen before a code can be given. */
export type NextStep =
  | { readonly step: 'sign-in' }
  | { readonly step: 'verify-email' }
  | { readonly step: 'confirm'; readonly reason: ConfirmReason }
  /** Nothing is asked of the citizen, but the connection is written down: a trusted program's first time. */
  | { readonly step: 'connect' }
  | { readonly step: 'issue' }
  | { readonly step: 'refuse'; readonly fault: AuthorizationFault }

/** How the request came. */
export interface Arrival {
  /** `unled` when no page led here: a link from a mail or a chat. */
  readonly arrival: 'led' | 'unled'
  /** Whether the citizen signed in since the request came. */
  readonly signedInSince: boolean
  /** The instant before which a sign-in is too old; 0 for any. */
  readonly oldestAuthentication: UnixSeconds
  /** The citizen that `id_token_hint` names; undefined without a hint. */
  readonly hintedSubject: string | undefined
}

/** Decides what comes next; the same for every way in, and decided anew after each step. */
export function nextStep(request: AuthorizationRequest, situation: IssueSituation, arrival: Arrival): NextStep {
  const silent = request.prompt.has('none')
  if (needsSignIn(request, situation, arrival)) {
    return silent ? { step: 'refuse', fault: 'login-required' } : { step: 'sign-in' }
  }
  if (!situation.emailVerified) {
    return silent ? { step: 'refuse', fault: 'interaction-required' } : { step: 'verify-email' }
  }
  const reason = confirmReason(request, situation, arrival)
  if (reason === 'none') return { step: 'issue' }
  if (reason === 'first' && request.client.confirmation === 'skip-first-time') return { step: 'connect' }
  if (!silent) return { step: 'confirm', reason }
  return { step: 'refuse', fault: reason === 'unled' ? 'interaction-required' : 'consent-required' }
}

function needsSignIn(request: AuthorizationRequest, situation: IssueSituation, arrival: Arrival): boolean {
  if (situation.sessionId === null || situation.authenticatedAt === null) return true
  if (arrival.hintedSubject !== undefined && arrival.hintedSubject !== situation.subject) return true
  if (asksForSignIn(request) && !arrival.signedInSince) return true
  return situation.authenticatedAt < arrival.oldestAuthentication
}

/** Whether the program wants a new sign-in whoever is here: `max_age=0` means the same as `prompt=login`. */
function asksForSignIn(request: AuthorizationRequest): boolean {
  return request.prompt.has('login') || request.prompt.has('select_account') || request.maxAgeSeconds === 0
}

function confirmReason(
  request: AuthorizationRequest,
  situation: IssueSituation,
  { arrival }: Arrival,
): ConfirmReason | 'none' {
  if (arrival === 'unled') return 'unled'
  if (request.prompt.has('consent')) return 'asked'
  if (situation.connectedScope === null) return 'first'
  const allowed = new Set(situation.connectedScope.split(' '))
  return request.scope.split(' ').every((scope) => allowed.has(scope)) ? 'none' : 'new-scopes'
}
