import type { AuditOrigin } from '../audit/index.ts'
import {
  type AuthenticatedClient,
  type ClientAuthenticator,
  type ProvenClient,
  readBasicCredentials,
} from '../clients/index.ts'
import { errorBody, pageOfError } from '../platform/error-body.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply, refusing } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import type { Awaitable } from '../platform/result.ts'
import { countedProgram, type LimitAnswer, type LimitKind, type RateLimits } from '../rate-limits/index.ts'

/** A proven client with its request. */
export interface Caller {
  readonly client: AuthenticatedClient
  readonly address: string
  readonly requestId: string
}

/** The origin of the audit events that a client's request causes. */
export function originOf({ address, requestId }: Omit<Caller, 'client'>): AuditOrigin {
  return { actor: 'client', address, requestId }
}

/** The client that a request proves to come from. Gives no promise where its credentials are remembered. */
export function authenticate(
  clients: ClientAuthenticator,
  http: HttpRequest,
  memory: 'remembered' | 'fresh',
): Awaitable<ProvenClient> {
  return clients.authenticate(http.header('authorization'), memory, http)
}

/** Counts a request: for its client, where that has its own limit; otherwise for the caller's address, authenticated or not. */
export function countRequest(
  limits: Pick<RateLimits, 'spend'>,
  kind: LimitKind,
  client: ProvenClient,
  address: string,
): Awaitable<LimitAnswer> {
  const own = client.ok ? ownLimit(client.value, kind) : null
  return client.ok && own !== null
    ? limits.spend(kind, countedProgram(client.value.clientId), own)
    : limits.spend(kind, address)
}

/** Introspections have a limit of the client, and so have the endpoints that are asked like introspection, in counters of their own. */
function ownLimit(client: AuthenticatedClient, kind: LimitKind): number | null {
  return kind === 'token-per-ip' ? client.tokenLimitPerMinute : client.introspectionLimitPerMinute
}

/** Parameters of a client authentication in the body (RFC 6749 section 2.3.1, RFC 7521 section 4.2). */
const BODY_CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type']

/** The parameters of a form that say which client sends it. */
export const CLIENT_PARAMETERS: readonly string[] = ['client_id', ...BODY_CREDENTIALS]

/** The parameters of a form about one token. */
export const TOKEN_PARAMETERS: readonly string[] = [...CLIENT_PARAMETERS, 'token', 'token_type_hint']

/** Why a form does not fit the client's authentication: `invalid_request` with these words (RFC 6749 section 5.2). */
export const CLIENT_FORM_FAULT = {
  'two-authentication-methods':
    'Authenticate in one way only: by HTTP Basic, without client_secret and client_assertion in the body.',
  'other-client-id':
    'client_id in the body names another client than HTTP Basic: leave it out, or send the same.',
}

/** Whether a request authenticates in two ways at once (RFC 6749 section 2.3). The reply to that says nothing about the credentials. */
export function hasTwoAuthenticationMethods(http: HttpRequest, form: Parameters): boolean {
  return (
    http.header('authorization') !== undefined &&
    BODY_CREDENTIALS.some((name) => form.get(name) !== undefined)
  )
}

/** Whether a form names another client than the authenticated one (RFC 6749 section 3.2.1). */
export function namesAnotherClient(form: Parameters, client: Pick<AuthenticatedClient, 'clientId'>): boolean {
  const named = form.get('client_id')
  return named !== undefined && named !== client.clientId
}

/** The client that a request names by HTTP Basic, proven or not. */
export function namedClient(http: HttpRequest): string | undefined {
  return readBasicCredentials(http.header('authorization'))?.clientId
}

/** The reply to a client that did not authenticate (RFC 6749 section 5.2). Credentials in the body do not count. */
export function invalidClientReply(http: HttpRequest): Reply {
  const description = /^basic /i.test(http.header('authorization') ?? '')
    ? 'The client id or secret is wrong.'
    : 'Authenticate by HTTP Basic: send the client id and secret in the Authorization header, not in the body.'
  const reply = json(401, errorBody('invalid_client', description), {
    headers: { 'www-authenticate': 'Basic realm="portico", charset="UTF-8"' },
  })
  return refusing(reply, 'invalid-client', namedClient(http), pageOfError('invalid_client'))
}
