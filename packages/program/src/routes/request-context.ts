import { type Peer, RETRY_AFTER_SECONDS, type UnavailableCode } from '../program-sso.ts'
import type { AuthenticateNeeds } from '../sessions/index.ts'
import type { ThrottleRule } from '../store/index.ts'
import type { ProgramErrorCode } from '../wire.ts'
import { type ClientAddress, keyOfThrottle } from './client-address.ts'
import type { CodeAllowance } from './code-allowance.ts'
import { problem } from './problem.ts'

/** What the endpoints use. */
export interface RouteNeeds extends AuthenticateNeeds {
  readonly clientAddress: ClientAddress
  readonly codes: CodeAllowance
}

/** One request on its way through an endpoint. */
export interface RequestContext {
  readonly service: RouteNeeds
  readonly request: Request
  readonly url: URL
  readonly peer: Peer
  readonly requestId: string
}

/** One endpoint. */
export type Endpoint = (context: RequestContext) => Promise<Response>

/** How every refusal of this visit is said. */
export function problemExtras({ requestId, service }: RequestContext): {
  requestId: string
  development: boolean
} {
  return { requestId, development: service.settings.development }
}

/** A refusal with the words for developers where they may be shown. */
export function refused(context: RequestContext, code: ProgramErrorCode, hint?: string): Response {
  return problem(code, { ...problemExtras(context), hint })
}

/** A refusal for now: it says when to ask again. */
export function unavailable(
  context: RequestContext,
  code: UnavailableCode,
  refusal: UnavailableReason,
): Response {
  const { reason: hint, retryAfterSeconds = RETRY_AFTER_SECONDS } = refusal
  return problem(code, { ...problemExtras(context), hint, retryAfterSeconds })
}

interface UnavailableReason {
  readonly reason: string
  readonly retryAfterSeconds?: number
}

/** Whom this visit is counted for. */
export function addressOf({ service, request, peer }: RequestContext): string | null {
  return service.clientAddress.of(request, peer)?.name ?? null
}

/** Seconds to wait where a rule is exceeded; null where it is not, or where there is no address to count for. */
export async function exceeded(
  context: RequestContext,
  name: string,
  rule: ThrottleRule | undefined,
  subject: string | null = addressOf(context),
): Promise<number | null> {
  if (!rule || subject === null) return null
  const { store, clock } = context.service
  const hit = await store.hit(await keyOfThrottle(name, subject), rule, clock.now())
  return hit.allowed ? null : Math.max(1, Math.ceil(hit.retryAfterMs / 1000))
}

/** The answer to somebody who asks too often. */
export function throttled(context: RequestContext, retryAfterSeconds: number): Response {
  return problem('throttled', { ...problemExtras(context), retryAfterSeconds })
}
