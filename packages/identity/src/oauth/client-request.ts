import { type Awaitable, andThen } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { AuthenticatedClient, ClientAuthenticator } from '../clients/authenticate-client.ts'

/** What an endpoint for confidential clients answers when the client changed while it was asked. */
export const STALE_CLIENT = 'stale-client'

/** Who sends a request, as far as a client may be remembered. */
export interface Caller {
  readonly authorization: string | undefined
  readonly address: string
  readonly client: Result<AuthenticatedClient, 'invalid-client'>
}

/** Recognises the sender of a request, once for everything that is asked about it; at once where it is remembered. */
export function callerOf(clients: ClientAuthenticator, http: HttpRequest): Awaitable<Caller> {
  const authorization = http.header('authorization')
  const { address } = http
  return andThen(clients.authenticate(authorization), (client) => ({ authorization, address, client }))
}

/**
 * Answers a request of a confidential client. `answer` may say that the client's revision is not the one that was
 * proven; then the client is proven anew against the database and asked once more.
 */
export function asClient<Answer>(
  clients: ClientAuthenticator,
  { client, authorization }: Pick<Caller, 'client' | 'authorization'>,
  answer: AnswerClient<Answer>,
): Awaitable<Result<Answer, 'invalid-client'>> {
  if (!client.ok) return client
  return andThen(answer(client.value), (first) =>
    first === STALE_CLIENT ? asFreshClient(clients, authorization, answer) : accepted(first),
  )
}

/** What a proven client is answered, or that it is not as it was proven. */
type AnswerClient<Answer> = (client: AuthenticatedClient) => Awaitable<Answer | typeof STALE_CLIENT>

async function asFreshClient<Answer>(
  clients: ClientAuthenticator,
  authorization: string | undefined,
  answer: AnswerClient<Answer>,
): Promise<Result<Answer, 'invalid-client'>> {
  const fresh = await clients.authenticate(authorization, 'fresh')
  if (!fresh.ok) return fresh
  const answered = await answer(fresh.value)
  return answered === STALE_CLIENT ? refused('invalid-client') : accepted(answered)
}

/** The parameters by which a client would authenticate in the body (RFC 6749 section 2.3.1, RFC 7521 section 4.2). */
const BODY_CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type']

/** Why a form does not fit the way in which its client authenticates. */
export type ClientFormRefusal = 'two-authentication-methods' | 'other-client-id'

/** What a client is told of such a form; the error code is `invalid_request` (RFC 6749 section 5.2). */
export const CLIENT_FORM_FAULT: Readonly<Record<ClientFormRefusal, string>> = {
  'two-authentication-methods':
    'Authenticate in one way only: by HTTP Basic, without client_secret and client_assertion in the body.',
  'other-client-id':
    'client_id in the body names another client than HTTP Basic: leave it out, or send the same.',
}

/**
 * Whether a request authenticates in two ways at once (RFC 6749 section 2.3). This is asked before it matters whether
 * any of the credentials is right, so that the answer says nothing about them.
 */
export function hasTwoAuthenticationMethods(http: HttpRequest, form: Parameters): boolean {
  return http.header('authorization') !== undefined && hasBodyCredentials(form)
}

/** Whether a form names another client than the one that authenticated (RFC 6749 section 3.2.1). */
export function namesAnotherClient(form: Parameters, client: Pick<AuthenticatedClient, 'clientId'>): boolean {
  const named = form.get('client_id')
  return named !== undefined && named !== client.clientId
}

function hasBodyCredentials(form: Parameters): boolean {
  return BODY_CREDENTIALS.some((name) => form.get(name) !== undefined)
}

/** The answer to a client that did not prove itself (RFC 6749 section 5.2). Credentials in the body prove nothing. */
export function invalidClientReply(http: HttpRequest): Reply {
  const description = /^basic /i.test(http.header('authorization') ?? '')
    ? 'The client id or secret is wrong.'
    : 'Authenticate by HTTP Basic: send the client id and secret in the Authorization header, not in the body.'
  return json(
    401,
    { error: 'invalid_client', error_description: description },
    { headers: { 'www-authenticate': 'Basic realm="portico", charset="UTF-8"' } },
  )
}
