import type { HotStatements } from '../../access/index.ts'
import { errorBody, pageOfError } from '../../platform/error-body.ts'
import { json, type Reply, refusing } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { readToken } from '../../platform/opaque-token.ts'
import { type Awaitable, andThen } from '../../platform/result.ts'
import { GET_USERINFO, POST_USERINFO } from './operation.ts'
import { userinfoClaims } from './userinfo-claims.ts'

/** The statement that the userinfo endpoint uses. */
export interface UserinfoNeeds {
  readonly access: Pick<HotStatements, 'readUserinfo'>
}

/** The bearer scheme of RFC 6750 section 2.1. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** `/o/userinfo/` by GET and POST (contract section 4.1, OpenID Connect Core section 5.3.1). */
export function userinfoRoutes(service: UserinfoNeeds): readonly Route[] {
  const answer = (http: HttpRequest) => answerUserinfo(service, http)
  return [
    route('GET', '/o/userinfo/', GET_USERINFO, answer),
    route('POST', '/o/userinfo/', POST_USERINFO, answer),
  ]
}

function answerUserinfo({ access }: UserinfoNeeds, http: HttpRequest): Awaitable<Reply> {
  const authorization = http.header('authorization')
  if (authorization === undefined) return noToken()
  const value = BEARER.exec(authorization)?.[1]
  const token = value === undefined ? undefined : readToken('access-token', value)
  if (!token) return invalidToken()
  return andThen(access.readUserinfo(token), (bearer) =>
    bearer ? json(200, userinfoClaims(bearer)) : invalidToken(),
  )
}

/** The refusal of a request without a token has no error code, neither in its challenge nor in its body (RFC 6750 section 3.1). */
function noToken(): Reply {
  const detail =
    'Send the access token in the header "Authorization: Bearer …". A token in the body or in the address is not read.'
  return refusing(unauthorized('Bearer realm="portico"', { detail }), 'no-token')
}

function invalidToken(): Reply {
  const challenge =
    'Bearer realm="portico", error="invalid_token", error_description="The access token is not valid"'
  const body = errorBody('invalid_token', 'The access token is invalid, expired or revoked.')
  return refusing(unauthorized(challenge, body), 'invalid-token', undefined, pageOfError('invalid_token'))
}

/** A refusal with its challenge (RFC 6750 section 3). */
function unauthorized(challenge: string, body: Readonly<Record<string, string>>): Reply {
  return json(401, body, { headers: { 'www-authenticate': challenge } })
}
