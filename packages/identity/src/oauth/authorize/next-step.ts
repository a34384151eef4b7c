import type { IssueSituation } from '../../access/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { AuthorizationFault } from './authorization-fault.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** Why the authorization page is shown. */
export type ConfirmReason = 'first' | 'new-scopes' | 'asked' | 'unled'

/** What must happen before a code is issued. */
export type NextStep =
  | { readonly step: 'sign-in' }
  | { readonly step: 'verify-email' }
  | { readonly step: 'confirm'; readonly reason: ConfirmReason }
  /** The citizen is not asked, and the connection is stored: a trusted program's first time. */
  | { readonly step: 'connect' }
  | { readonly step: 'issue' }
  | { readonly step: 'refuse'; readonly fault: AuthorizationFault }

/** Whom `id_token_hint` names (OpenID Connect Core section 3.1.2.1). */
export type Hint =
  | { readonly hint: 'none' }
  | { readonly hint: 'unreadable' }
  | { readonly hint: 'citizen'; readonly subject: string }

/**
 * How the citizen came to this request. `unled`: no page led here, for example a link from a mail or a chat.
 * `switched`: somebody has signed in or out in this browser since the page was shown.
 */
export type ArrivalKind = 'led' | 'unled' | 'switched'

/** How the request came. */
export interface Arrival {
  readonly arrival: ArrivalKind
  /** A sign-in at this instant or later is new; undefined where none can be. */
  readonly newSignInFrom: UnixSeconds | undefined
  /** An earlier sign-in is too old; 0 for any. */
  readonly oldestAuthentication: UnixSeconds
  readonly hinted: Hint
}

/** The most that the clocks of two processes differ (decision 6): one may see the request and another the sign-in. */
const CLOCKS_DIFFER_SECONDS = 5

/** Decides what comes next. The rules are the same for every way in, and each step decides again. */
export function nextStep(
  request: AuthorizationRequest,
  situation: IssueSituation,
  arrival: Arrival,
): NextStep {
  const next = stepWithPages(request, situation, arrival)
  return request.prompt.has('none') ? stepWithoutPages(next) : next
}

/** With `prompt=none` the program learns what would have been asked (OpenID Connect Core section 3.1.2.6). */
function stepWithoutPages(next: NextStep): NextStep {
  if (next.step === 'sign-in') return { step: 'refuse', fault: 'login-required' }
  if (next.step === 'verify-email') return { step: 'refuse', fault: 'interaction-required' }
  if (next.step !== 'confirm') return next
  return { step: 'refuse', fault: next.reason === 'unled' ? 'interaction-required' : 'consent-required' }
}

function stepWithPages(request: AuthorizationRequest, situation: IssueSituation, arrival: Arrival): NextStep {
  if (arrival.hinted.hint === 'unreadable') return { step: 'refuse', fault: 'id-token-hint' }
  if (isWrongCitizen(situation, arrival) && signedInSince(situation, arrival))
    return { step: 'refuse', fault: 'login-required' }
  if (needsSignIn(request, situation, arrival)) return { step: 'sign-in' }
  if (!situation.emailVerified) return { step: 'verify-email' }
  const reason = confirmReason(request, situation, arrival)
  if (reason === 'none') return { step: 'issue' }
  if (reason === 'first' && request.client.confirmation === 'skip-first-time') return { step: 'connect' }
  return { step: 'confirm', reason }
}

function needsSignIn(request: AuthorizationRequest, situation: IssueSituation, arrival: Arrival): boolean {
  if (situation.sessionId === null || situation.authenticatedAt === null) return true
  if (isWrongCitizen(situation, arrival)) return true
  if (asksForSignIn(request) && !signedInSince(situation, arrival)) return true
  return situation.authenticatedAt < arrival.oldestAuthentication
}

/** Whether the citizen gave the password after the request. The stored time decides: a browser may send an old cookie. */
function signedInSince({ authenticatedAt }: IssueSituation, { newSignInFrom }: Arrival): boolean {
  if (newSignInFrom === undefined || authenticatedAt === null) return false
  return authenticatedAt >= newSignInFrom - CLOCKS_DIFFER_SECONDS
}

/** Whether another citizen is signed in than the program means. Somebody who then signs in as another citizen is refused. */
function isWrongCitizen({ subject }: IssueSituation, { hinted }: Arrival): boolean {
  return hinted.hint === 'citizen' && subject !== null && hinted.subject !== subject
}

/** Whether the program wants a new sign-in in any case: `max_age=0` means the same as `prompt=login`. */
function asksForSignIn(request: AuthorizationRequest): boolean {
  return request.prompt.has('login') || request.prompt.has('select_account') || request.maxAgeSeconds === 0
}

function confirmReason(
  request: AuthorizationRequest,
  situation: IssueSituation,
  { arrival }: Arrival,
): ConfirmReason | 'none' {
  if (arrival === 'unled') return 'unled'
  if (arrival === 'switched' || request.prompt.has('consent')) return 'asked'
  if (situation.connectedScope === null) return 'first'
  const allowed = new Set(situation.connectedScope.split(' '))
  return request.scope.split(' ').every((scope) => allowed.has(scope)) ? 'none' : 'new-scopes'
}
