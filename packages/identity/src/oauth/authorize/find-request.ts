import type { ClientDirectory } from '../../clients/index.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { type Result, refused } from '../../platform/result.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationFault, Callback } from './callback.ts'

/** Why a request goes no further: the citizen is told on a page, or the program at its callback. */
export type RequestRefusal =
  | 'invalid-client'
  | 'missing-redirect'
  | 'invalid-redirect'
  | 'resume-expired'
  | { readonly fault: AuthorizationFault; readonly callback: Callback }

/**
 * Finds the client and its callback, and reads the request. `client_id` and `redirect_uri` must each come once. The
 * callback must equal a registered one, character by character (RFC 6749 section 3.1.2.3, RFC 9700 section 4.1.3).
 * `generation` is the client's at the time that the request came. A client that was disabled since has another one, and
 * the request is over.
 */
export async function findRequest(
  directory: ClientDirectory,
  memory: 'remembered' | 'fresh',
  parameters: Parameters,
  generation: number | undefined,
): Promise<Result<AuthorizationRequest, RequestRefusal>> {
  const clientId = once(parameters, 'client_id')
  const redirectUri = once(parameters, 'redirect_uri')
  const client = clientId === undefined ? undefined : await directory.find(clientId, memory)
  if (!client) return refused('invalid-client')
  if (redirectUri === undefined) return refused('missing-redirect')
  if (!client.redirectUris.includes(redirectUri)) return refused('invalid-redirect')
  if (generation !== undefined && client.generation !== generation) return refused('resume-expired')
  const request = readAuthorizationRequest(parameters, { client, redirectUri })
  if (request.ok) return request
  return refused({ fault: request.refusal, callback: { redirectUri, state: once(parameters, 'state') } })
}

/** The value of a parameter that comes once. */
export function once(parameters: Parameters, name: string): string | undefined {
  return parameters.repeated.has(name) ? undefined : parameters.get(name)
}
