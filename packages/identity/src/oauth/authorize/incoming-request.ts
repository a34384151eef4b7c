import { SESSION_COOKIE } from '../../access/index.ts'
import { type Browser, originOf } from '../../hosted-page/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { readToken, type TokenKey } from '../../platform/opaque-token.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { Requester } from './authorize.ts'
import type { ArrivalKind } from './next-step.ts'

/** A request of a program: it came just now, or continues after a page. */
export interface IncomingRequest {
  /** The parameters of the request, form-urlencoded. */
  readonly query: string
  /** How the citizen came: whether a page led here (`Sec-Fetch-Site`), or another session saw the page. */
  readonly arrival: ArrivalKind
  /**
   * The client's generation when the request first came; absent when it came just now. Disabling the client raises it,
   * which ends the request.
   */
  readonly generation?: number
  /** The session that was too old when the citizen was sent to sign in, `none` for any; absent when nobody was sent. */
  readonly staleSession?: string
  /** When the citizen was sent to sign in. An older session does not count, whatever cookie it has. */
  readonly askedAt?: UnixSeconds
}

/** A request that was read, with everything that its reply depends on. */
export interface RequestContext {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly request: AuthorizationRequest
  readonly requester: Requester
}

/** Reads from the cookies who asks. */
export function requesterOf(
  http: HttpRequest,
  { arrival, staleSession, askedAt }: IncomingRequest,
): Requester {
  const session = readToken('session', http.cookie(SESSION_COOKIE) ?? '')
  const newSignInFrom = staleSession === sessionName(session) ? undefined : askedAt
  return { session, arrival, newSignInFrom, origin: originOf(http, 'citizen') }
}

/** A session's name in a resume handle. Each sign-in changes the cookie, and so this name. */
export function sessionName(session: TokenKey | undefined): string {
  return session ? session.hash.toString('base64url') : 'none'
}
