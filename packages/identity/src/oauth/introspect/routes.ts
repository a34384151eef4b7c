import {
  type AuthenticatedClient,
  answerCaller,
  asClient,
  type Caller,
  CLIENT_FORM_FAULT,
  type ClientAuthenticator,
  hasTwoAuthenticationMethods,
  invalidClientReply,
  namesAnotherClient,
} from '../../clients/index.ts'
import { type Awaitable, andThen } from '../../platform/awaitable.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { json, type Reply } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import type { RateLimits } from '../../rate-limits/index.ts'
import type { Introspector } from './introspect-token.ts'

/** What the endpoint needs. */
export interface IntrospectionRouteNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: RateLimits
  readonly introspect: Introspector
}

const ONE_TOKEN = 'Send one form parameter named token.'
const NO_REPETITION = 'A parameter came more than once.'

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
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return invalidRequest(CLIENT_FORM_FAULT['two-authentication-methods'])
  if (!caller.client.ok) return invalidClientReply(http)
  const token = form.ok ? tokenOf(form.value, caller.client.value) : refused(ONE_TOKEN)
  if (!token.ok) return refuseForm(service, caller, http, token.refusal)
  const answer = asClient(service.clients, caller, (client) => service.introspect(token.value, client))
  return andThen(answer, (found) => (found.ok ? json(200, found.value) : invalidClientReply(http)))
}

/** The token that a form asks about, or what is wrong with the form. */
function tokenOf(form: Parameters, client: AuthenticatedClient): Result<string, string> {
  if (form.repeated.size > 0) return refused(NO_REPETITION)
  if (namesAnotherClient(form, client)) return refused(CLIENT_FORM_FAULT['other-client-id'])
  const token = form.get('token')
  return token === undefined ? refused(ONE_TOKEN) : accepted(token)
}

/** No statement looks at the client here, which may have been disabled since it was remembered. */
async function refuseForm(
  { clients }: IntrospectionRouteNeeds,
  { authorization }: Caller,
  http: HttpRequest,
  description: string,
): Promise<Reply> {
  const client = await clients.authenticate(authorization, 'fresh')
  return client.ok ? invalidRequest(description) : invalidClientReply(http)
}

function invalidRequest(description: string): Reply {
  return json(400, { error: 'invalid_request', error_description: description })
}

function tooManyReply(retryAfterSeconds: number): Reply {
  return json(
    429,
    { error: 'temporarily_unavailable', error_description: 'Too many introspections. Wait, then try again.' },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
