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
export interface Visit {
  readonly service: RouteNeeds
  readonly request: Request
  readonly url: URL
  readonly peer: Peer
  readonly requestId: string
}

/** One endpoint. */
export type Endpoint = (visit: Visit) => Promise<Response>

/** How every refusal of this visit is said. */
export function saying({ requestId, service }: Visit): { requestId: string; development: boolean } {
  return { requestId, development: service.settings.development }
}

/** A refusal with the words for developers where they may be shown. */
export function refused(visit: Visit, code: ProgramErrorCode, hint?: string): Response {
  return problem(code, { ...saying(visit), hint })
}

/** A refusal for now: it says when to ask again. */
export function notNow(visit: Visit, code: UnavailableCode, refusal: NotNow): Response {
  const { reason: hint, retryAfterSeconds = RETRY_AFTER_SECONDS } = refusal
  return problem(code, { ...saying(visit), hint, retryAfterSeconds })
}

interface NotNow {
  readonly reason: string
  readonly retryAfterSeconds?: number
}

/** Whom this visit is counted for. */
export function addressOf({ service, request, peer }: Visit): string | null {
  return service.clientAddress.of(request, peer)?.name ?? null
}

/** Seconds to wait where a rule is exceeded; null where it is not, or where there is no address to count for. */
export async function exceeded(
  visit: Visit,
  name: string,
  rule: ThrottleRule | undefined,
  subject: string | null = addressOf(visit),
): Promise<number | null> {
  if (!rule || subject === null) return null
  const { store, clock } = visit.service
  const hit = await store.hit(await keyOfThrottle(name, subject), rule, clock.now())
  return hit.allowed ? null : Math.max(1, Math.ceil(hit.retryAfterMs / 1000))
}

/** The answer to somebody who asks too often. */
export function throttled(visit: Visit, retryAfterSeconds: number): Response {
  return problem('throttled', { ...saying(visit), retryAfterSeconds })
}
