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
export async function asClient<Answer>(
  clients: ClientAuthenticator,
  { client, authorization }: Pick<Caller, 'client' | 'authorization'>,
  answer: (client: AuthenticatedClient) => Promise<Answer | typeof STALE_CLIENT>,
): Promise<Result<Answer, 'invalid-client'>> {
  if (!client.ok) return client
  const first = await answer(client.value)
  if (first !== STALE_CLIENT) return accepted(first)
  const fresh = await clients.authenticate(authorization, 'fresh')
  if (!fresh.ok) return fresh
  const second = await answer(fresh.value)
  return second === STALE_CLIENT ? refused('invalid-client') : accepted(second)
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
