import { type Awaitable, andThen } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { AuthenticatedClient, ClientAuthenticator } from './authenticate-client.ts'

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

/** Credentials in the body are refused like wrong ones: HTTP Basic is the only way (contract section 5, rule 1). */
export function hasBodyCredentials(form: Parameters): boolean {
  return form.has('client_secret') || form.has('client_assertion') || form.has('client_assertion_type')
}

/** The answer to a client that did not prove itself (RFC 6749 section 5.2). */
export function invalidClientReply(http: HttpRequest): Reply {
  const description = http.header('authorization')
    ? 'The client id or secret is wrong.'
    : 'Authenticate by HTTP Basic.'
  return json(
    401,
    { error: 'invalid_client', error_description: description },
    { headers: { 'www-authenticate': 'Basic realm="portico", charset="UTF-8"' } },
  )
}
