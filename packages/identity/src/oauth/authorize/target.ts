import type { Client, ClientDirectory } from '../../clients/index.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'

/** The client, and the callback for the answer. */
export interface Target {
  readonly client: Client
  readonly redirectUri: string
}

/** Why nothing may be sent to the program: the client or the callback is wrong. */
export type TargetRefusal = 'invalid-client' | 'invalid-redirect'

/**
 * Finds the client and its callback. `client_id` and `redirect_uri` must each come once. The callback must equal a
 * registered one, character by character (RFC 6749 section 3.1.2.3, RFC 9700 section 4.1.3).
 */
export async function findTarget(
  directory: ClientDirectory,
  parameters: Parameters,
  memory: 'remembered' | 'fresh',
): Promise<Result<Target, TargetRefusal>> {
  const clientId = once(parameters, 'client_id')
  const redirectUri = once(parameters, 'redirect_uri')
  const client = clientId === undefined ? undefined : await directory.find(clientId, memory)
  if (!client) return refused('invalid-client')
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri))
    return refused('invalid-redirect')
  return accepted({ client, redirectUri })
}

/** Whether the client was disabled since this generation. Then the request is over. */
export function wasDisabledSince({ client }: Target, generation: number | undefined): boolean {
  return generation !== undefined && client.generation !== generation
}

function once(parameters: Parameters, name: string): string | undefined {
  return parameters.repeated.has(name) ? undefined : parameters.get(name)
}
