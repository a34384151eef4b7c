import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { AuthenticatedClient, ClientAuthenticator } from './authenticate-client.ts'

/** What an endpoint for confidential clients answers when the client changed while it was asked. */
export const STALE_CLIENT = 'stale-client'

/**
 * Answers a request of a confidential client. `answer` may say that the client's revision is not the one that was
 * proven; then the client is proven anew against the database and asked once more.
 */
export async function asClient<Answer>(
  clients: ClientAuthenticator,
  authorization: string | undefined,
  answer: (client: AuthenticatedClient) => Promise<Answer | typeof STALE_CLIENT>,
): Promise<Result<Answer, 'invalid-client'>> {
  for (const memory of ['remembered', 'fresh'] as const) {
    const client = await clients.authenticate(authorization, memory)
    if (!client.ok) return client
    const answered = await answer(client.value)
    if (answered !== STALE_CLIENT) return accepted(answered)
  }
  return refused('invalid-client')
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
