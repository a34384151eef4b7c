import { type IssueSituation, isWithinScope } from '../../access/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationFault } from './callback.ts'

/** Why the confirmation page is shown. */
type ConfirmReason = 'first' | 'new-scopes' | 'asked' | 'switched' | 'unled'

/** What must happen before a code is issued. */
export type NextStep =
  | {
      readonly step: 'sign-in'
      /** Whether whoever is signed in has to prove it once more, and no other account is asked for. */
      readonly provesAgain?: boolean
    }
  | { readonly step: 'verify-email'; readonly email: string }
  | {
      readonly step: 'confirm'
      readonly reason: ConfirmReason
      readonly citizen: { readonly name: string; readonly email: string }
      /** Until another program can be connected; absent where it can be now. */
      readonly retryAfterSeconds?: number
    }
  /** The citizen is not asked, and the connection is stored: a trusted program's first time. */
  | { readonly step: 'connect' }
  | { readonly step: 'issue' }
  | { readonly step: 'refuse'; readonly fault: AuthorizationFault }

/**
 * How the citizen came to this request. `unled`: no page led here, for example a link from a mail or a chat.
 * `switched`: somebody has signed in or out in this browser since the page was shown.
 */
export type ArrivalKind = 'led' | 'unled' | 'switched'

/** How the citizen came. */
export interface Arrival {
  readonly arrival: ArrivalKind
  /**
   * A sign-in at this instant or later is new. Undefined where the citizen was not sent to sign in, or where this is
   * the session that was too old.
   */
  readonly newSignInFrom: UnixSeconds | undefined
}

/** A request, and everything that the next step depends on. */
export interface Circumstances extends Arrival {
  readonly request: AuthorizationRequest
  readonly situation: IssueSituation
  /** An earlier sign-in is too old; 0 for any. */
  readonly oldestAuthentication: UnixSeconds
  /** Whom `id_token_hint` names (OpenID Connect Core section 3.1.2.1); undefined for none, or where it is unreadable. */
  readonly hintedSubject: string | undefined
  /** Whether the program asks for a class of proof that the session does not meet, and the citizen could meet. */
  readonly canProveMore: boolean
}

/** The most that the clocks of two processes differ (decision 6): one may see the request and another the sign-in. */
const CLOCKS_DIFFER_SECONDS = 5

/** Decides what comes next. The rules are the same for every way in, and each step decides again. */
export function nextStep(circumstances: Circumstances): NextStep {
  const next = stepWithPages(circumstances)
  return circumstances.request.prompt.has('none') ? stepWithoutPages(next) : next
}

/** The page that asks whether to go on to the program, and for which reason. */
export function confirmation(
  reason: ConfirmReason,
  { fullName, email }: Pick<IssueSituation, 'fullName' | 'email'>,
) {
  return { step: 'confirm', reason, citizen: { name: fullName ?? '', email: email ?? '' } } as const
}

/** With `prompt=none` the program learns what would have been asked (OpenID Connect Core section 3.1.2.6). */
function stepWithoutPages(next: NextStep): NextStep {
  if (next.step === 'sign-in') return { step: 'refuse', fault: 'login-required' }
  if (next.step === 'verify-email') return { step: 'refuse', fault: 'interaction-required' }
  if (next.step !== 'confirm') return next
  return { step: 'refuse', fault: next.reason === 'unled' ? 'interaction-required' : 'consent-required' }
}

function stepWithPages(circumstances: Circumstances): NextStep {
  const { request, situation } = circumstances
  const fault = hintFault(circumstances)
  if (fault) return { step: 'refuse', fault }
  if (needsSignIn(circumstances)) return { step: 'sign-in', provesAgain: provesAgain(circumstances) }
  if (!situation.emailVerified) return { step: 'verify-email', email: situation.email ?? '' }
  const reason = confirmReason(circumstances)
  if (reason === 'none') return { step: 'issue' }
  if (reason === 'first' && request.client.confirmation === 'skip-first-time') return { step: 'connect' }
  return confirmation(reason, situation)
}

/** Somebody whom the program does not mean must sign in; who then signs in as another citizen is refused. */
function hintFault(circumstances: Circumstances): AuthorizationFault | undefined {
  const isUnreadable =
    circumstances.request.idTokenHint !== undefined && circumstances.hintedSubject === undefined
  if (isUnreadable) return 'id-token-hint'
  return isWrongCitizen(circumstances) && signedInSince(circumstances) ? 'login-required' : undefined
}

function needsSignIn(circumstances: Circumstances): boolean {
  const { request, situation, oldestAuthentication } = circumstances
  if (situation.sessionId === null || situation.authenticatedAt === null) return true
  if (isWrongCitizen(circumstances)) return true
  const asksAgain = asksForSignIn(request) || circumstances.canProveMore
  if (asksAgain && !signedInSince(circumstances)) return true
  return situation.authenticatedAt < oldestAuthentication
}

function provesAgain(circumstances: Circumstances): boolean {
  const { request, situation } = circumstances
  if (situation.sessionId === null || isWrongCitizen(circumstances)) return false
  return !request.prompt.has('select_account')
}

/** Whether the citizen signed in after the request. The stored time decides: a browser may send an old cookie. */
// excused: "newSignInFrom === undefined || authenticatedAt === null" because a comparison with nothing is false; this one is for the types.
function signedInSince({ situation: { authenticatedAt }, newSignInFrom }: Circumstances): boolean {
  if (newSignInFrom === undefined || authenticatedAt === null) return false
  return authenticatedAt >= newSignInFrom - CLOCKS_DIFFER_SECONDS
}

/** Whether another citizen is signed in than the program means. */
function isWrongCitizen({ situation: { subject }, hintedSubject }: Circumstances): boolean {
  return hintedSubject !== undefined && subject !== null && hintedSubject !== subject
}

/** Whether the program wants a new sign-in in any case: `max_age=0` means the same as `prompt=login`. */
function asksForSignIn(request: AuthorizationRequest): boolean {
  return request.prompt.has('login') || request.prompt.has('select_account') || request.maxAgeSeconds === 0
}

function confirmReason({ request, situation, arrival }: Circumstances): ConfirmReason | 'none' {
  if (arrival === 'unled') return 'unled'
  if (arrival === 'switched') return 'switched'
  if (request.prompt.has('consent')) return 'asked'
  if (situation.connectedScope === null) return 'first'
  return isWithinScope(request.scope, situation.connectedScope) ? 'none' : 'new-scopes'
}
