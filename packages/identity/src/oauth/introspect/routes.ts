import type { HotStatements } from '../../access/index.ts'
import type { AuthenticatedClient, ClientAuthenticator, ProvenClient } from '../../clients/index.ts'
import { type Awaitable, andThen } from '../../platform/awaitable.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { json, type Reply, refusing } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import type { RateLimits } from '../../rate-limits/index.ts'
import {
  CLIENT_FORM_FAULT,
  countRequest,
  hasTwoAuthenticationMethods,
  invalidClientReply,
  namedClient,
  namesAnotherClient,
  TOKEN_PARAMETERS,
} from '../client-request.ts'
import { describeToken, findToken } from './introspect-token.ts'
import { INTROSPECTION_OPERATION } from './operation.ts'

/** Everything that the introspection endpoint uses. */
export interface IntrospectionNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: Pick<RateLimits, 'spend'>
  readonly access: Pick<HotStatements, 'introspectToken'>
}

const ONE_TOKEN = 'Send one form parameter named token.'
const NO_REPETITION = 'A parameter came more than once.'

/** `/api/integrations/introspect/` (contract section 4.1). */
export function introspectionRoutes(service: IntrospectionNeeds): readonly Route[] {
  return [
    route('POST', '/api/integrations/introspect/', INTROSPECTION_OPERATION, (http) =>
      answerIntrospection(service, http),
    ),
  ]
}

/** Programs call this every 30 seconds for each citizen, so it awaits only what is not known yet. */
function answerIntrospection(service: IntrospectionNeeds, http: HttpRequest): Awaitable<Reply> {
  return andThen(service.clients.authenticate(http.header('authorization')), (client) =>
    andThen(countRequest(service.limits, 'introspect-per-ip', client, http.address), (limit) =>
      limit.allowed ? answerClient(service, http, client) : tooManyReply(limit.retryAfterSeconds),
    ),
  )
}

function answerClient(
  service: IntrospectionNeeds,
  http: HttpRequest,
  client: ProvenClient,
): Awaitable<Reply> {
  const form = http.form()
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return invalidRequest(http, CLIENT_FORM_FAULT['two-authentication-methods'])
  if (!client.ok) return invalidClientReply(http)
  const token = form.ok ? readTokenOf(form.value, client.value) : refused(ONE_TOKEN)
  if (!token.ok) return refuseForm(service, http, token.refusal)
  return andThen(findToken(service.access, token.value, client.value), (found) => {
    const answer = describeToken(found, client.value.clientId)
    return answer === 'client-changed' ? answerAnew(service, http, token.value) : json(200, answer)
  })
}

/** The token in a form, or the fault of the form. */
function readTokenOf(form: Parameters, client: AuthenticatedClient): Result<string, string> {
  if (form.repeats(TOKEN_PARAMETERS)) return refused(NO_REPETITION)
  if (namesAnotherClient(form, client)) return refused(CLIENT_FORM_FAULT['other-client-id'])
  const token = form.get('token')
  return token === undefined ? refused(ONE_TOKEN) : accepted(token)
}

/** The client has changed since this process read it: authenticate it against the database, and find the token again. */
async function answerAnew(service: IntrospectionNeeds, http: HttpRequest, token: string): Promise<Reply> {
  const client = await service.clients.authenticate(http.header('authorization'), 'fresh')
  if (!client.ok) return invalidClientReply(http)
  const found = await findToken(service.access, token, client.value)
  const answer = describeToken(found, client.value.clientId)
  return answer === 'client-changed' ? invalidClientReply(http) : json(200, answer)
}

/** To refuse a form needs no statement, so nothing has checked whether the remembered client was disabled since. */
async function refuseForm(
  { clients }: IntrospectionNeeds,
  http: HttpRequest,
  description: string,
): Promise<Reply> {
  const client = await clients.authenticate(http.header('authorization'), 'fresh')
  return client.ok ? invalidRequest(http, description) : invalidClientReply(http)
}

function invalidRequest(http: HttpRequest, description: string): Reply {
  const reply = json(400, { error: 'invalid_request', error_description: description })
  return refusing(reply, description, namedClient(http))
}

function tooManyReply(retryAfterSeconds: number): Reply {
  return json(
    429,
    { error: 'temporarily_unavailable', error_description: 'Too many introspections. Wait, then try again.' },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
