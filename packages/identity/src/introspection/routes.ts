import {
  answerCaller,
  asClient,
  type Caller,
  type ClientAuthenticator,
  hasBodyCredentials,
  invalidClientReply,
} from '../clients/index.ts'
import { type Awaitable, andThen } from '../platform/awaitable.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import type { Introspector } from './introspect-token.ts'

/** What the endpoint needs. */
export interface IntrospectionRouteNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: RateLimits
  readonly introspect: Introspector
}

/** `/api/integrations/introspect/` (contract section 4.1). */
export function introspectionRoutes(service: IntrospectionRouteNeeds): readonly Route[] {
  return [
    route('POST', '/api/integrations/introspect/', 'oauth', (http) => answerIntrospection(service, http)),
  ]
}

function answerIntrospection(service: IntrospectionRouteNeeds, http: HttpRequest): Awaitable<Reply> {
  return answerCaller(service, 'introspect-per-ip', http, {
    within: (caller) => answerWithin(service, caller, http),
    beyond: tooManyReply,
  })
}

function answerWithin(service: IntrospectionRouteNeeds, caller: Caller, http: HttpRequest): Awaitable<Reply> {
  const form = http.form()
  if (form.ok && hasBodyCredentials(form.value)) return invalidClientReply(http)
  const token = form.ok && form.value.repeated.size === 0 ? form.value.get('token') : undefined
  if (token === undefined) return refuseWithoutToken(service, caller, http)
  const answer = asClient(service.clients, caller, (client) => service.introspect(token, client))
  return andThen(answer, (found) => (found.ok ? json(200, found.value) : invalidClientReply(http)))
}

/** No statement looks at the client here, which may have been disabled since it was remembered. */
async function refuseWithoutToken(
  { clients }: IntrospectionRouteNeeds,
  { client, authorization }: Caller,
  http: HttpRequest,
): Promise<Reply> {
  if (!client.ok || !(await clients.authenticate(authorization, 'fresh')).ok) return invalidClientReply(http)
  return json(400, { error: 'invalid_request', error_description: 'Send one form parameter named token.' })
}

function tooManyReply(retryAfterSeconds: number): Reply {
  return json(
    429,
    { error: 'temporarily_unavailable', error_description: 'Too many introspections. Wait, then try again.' },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
