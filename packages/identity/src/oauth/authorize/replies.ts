import { SESSION_COOKIE } from '../../access/index.ts'
import type { ClientDirectory } from '../../clients/index.ts'
import { type Browser, frameFor, originOf, problemReply } from '../../hosted-page/index.ts'
import type { ProblemKind } from '../../pages/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { CookieJar } from '../../platform/http/cookies.ts'
import { type Reply, redirect } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import { readToken, type TokenKey } from '../../platform/opaque-token.ts'
import { type AuthorizationFault, errorParameters, withParameters } from './authorization-fault.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { AuthorizeNeeds, Requester } from './authorize.ts'
import type { ArrivalKind } from './next-step.ts'

/** The foundation of `authorize`, and what pages and redirects are made of. */
export interface ReplyNeeds extends AuthorizeNeeds {
  readonly serviceName: string
  readonly cookies: CookieJar
  readonly directory: ClientDirectory
}

/** A request: from the program, or continued after a sign-in. */
export interface IncomingRequest {
  readonly query: string
  readonly arrival: ArrivalKind
  /** The session that was too old when the citizen was sent to sign in; undefined when nobody was sent. */
  readonly staleSession: string | undefined
  /** When the citizen was sent to sign in; absent when nobody was sent. */
  readonly askedAt?: UnixSeconds
  /** The client's generation when the request first came; absent when it came just now. */
  readonly generation?: number | undefined
}

/** A request that was read, with everything that its answer depends on. */
export interface RequestContext {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly request: AuthorizationRequest
  readonly requester: Requester
}

/** Sends the code to the program (RFC 6749 section 4.1.2; `iss`: RFC 9207 section 2). */
export function codeReply(
  needs: ReplyNeeds,
  request: AuthorizationRequest,
  code: string,
  status: 302 | 303,
): Reply {
  return redirect(
    status,
    withParameters(request.redirectUri, { code, state: request.state, iss: needs.baseUrl }),
  )
}

/** Sends a refusal to the program. */
export function faultReply(
  needs: ReplyNeeds,
  request: AuthorizationRequest,
  fault: AuthorizationFault,
  status: 302 | 303,
): Reply {
  return redirect(
    status,
    withParameters(request.redirectUri, errorParameters(fault, request.state, needs.baseUrl)),
  )
}

/** A page that tells the citizen what is wrong, where nothing may be sent to the program. */
export function refusalPage(needs: ReplyNeeds, http: HttpRequest, kind: ProblemKind): Reply {
  return problemReply({ http, frame: frameFor(needs, http) }, kind)
}

/** Reads from the cookies who asks. */
export function requesterOf(http: HttpRequest, incoming: IncomingRequest): Requester {
  const session = readToken('session', http.cookie(SESSION_COOKIE) ?? '')
  return {
    session,
    arrival: incoming.arrival,
    newSignInFrom: incoming.staleSession === sessionName(session) ? undefined : incoming.askedAt,
    origin: originOf(http, 'citizen'),
  }
}

/** A session's name in a resume handle. Each sign-in changes the cookie, and so this name. */
export function sessionName(session: TokenKey | undefined): string {
  return session ? session.hash.toString('base64url') : 'none'
}
