import { type Peer, RETRY_AFTER_SECONDS, type UnavailableCode } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import type { AuthenticateNeeds } from '../sessions/index.ts'
import type { ThrottleRule } from '../store/index.ts'
import type { ProgramErrorCode } from '../wire.ts'
import { type ClientAddress, keyOfThrottle } from './client-address.ts'
import type { CodeAllowance } from './code-allowance.ts'
import { problem } from './problem.ts'

/** What the endpoints are handed. */
export interface RouteNeeds extends AuthenticateNeeds {
  readonly clientAddress: ClientAddress
  readonly codes: CodeAllowance
}

/** One request, with what an endpoint needs to answer it. */
export interface RequestContext {
  readonly service: RouteNeeds
  readonly request: Request
  readonly url: URL
  readonly peer: Peer
  readonly requestId: string
}

/** One endpoint. */
export type Endpoint = (context: RequestContext) => Promise<Response>

/** One endpoint of cookie mode. */
export type CookieEndpoint = (context: RequestContext, cookies: CookieSettings) => Promise<Response>

/** The extra fields of every refusal of this request. */
export function problemExtras({ requestId, service }: RequestContext): {
  requestId: string
  development: boolean
} {
  return { requestId, development: service.settings.development }
}

/** A refusal. The response contains the hint only in development. */
export function refused(context: RequestContext, code: ProgramErrorCode, hint?: string): Response {
  return problem(code, { ...problemExtras(context), hint })
}

/** A 503 that says when to try again. */
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

/** The address that throttles count this request for, or null. */
export function addressOf({ service, request, peer }: RequestContext): string | null {
  return service.clientAddress.of(request, peer)?.name ?? null
}

/** Counts a request. Returns the seconds to wait if the rule is exceeded. Without a subject, nothing is counted. */
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

/** The response to too many requests. */
export function throttled(context: RequestContext, retryAfterSeconds: number): Response {
  return problem('throttled', { ...problemExtras(context), retryAfterSeconds })
}
