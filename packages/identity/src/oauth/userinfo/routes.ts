import { type Awaitable, andThen } from '../../platform/awaitable.ts'
import { json, type Reply } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import type { UserinfoReader } from './read-userinfo.ts'

/** The bearer scheme of RFC 6750 section 2.1. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** `/o/userinfo/` by GET and POST (contract section 4.1, OpenID Connect Core section 5.3.1). */
export function userinfoRoutes(service: { readonly userinfo: UserinfoReader }): readonly Route[] {
  const answer = (http: HttpRequest) => answerUserinfo(service.userinfo, http)
  return [route('GET', '/o/userinfo/', 'oauth', answer), route('POST', '/o/userinfo/', 'oauth', answer)]
}

function answerUserinfo(read: UserinfoReader, http: HttpRequest): Awaitable<Reply> {
  const authorization = http.header('authorization')
  if (authorization === undefined)
    return unauthorized('Bearer realm="portico"', 'Send the access token as a bearer token.')
  const token = BEARER.exec(authorization)?.[1]
  return andThen(token === undefined ? undefined : read(token), (claims) =>
    claims ? json(200, claims) : invalidToken(),
  )
}

function invalidToken(): Reply {
  const challenge =
    'Bearer realm="portico", error="invalid_token", error_description="The access token is not valid"'
  return unauthorized(challenge, 'The access token is invalid, expired or revoked.')
}

/** A refusal with its challenge (RFC 6750 section 3). */
function unauthorized(challenge: string, description: string): Reply {
  return json(
    401,
    { error: 'invalid_token', error_description: description },
    { headers: { 'www-authenticate': challenge } },
  )
}
