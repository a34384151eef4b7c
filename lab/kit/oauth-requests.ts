import { createHash, randomBytes } from 'node:crypto'
import { formRequest, getRequest, type HttpRequest } from './http/request.ts'
import type { HttpResponse } from './http/response.ts'

/** The paths of Portico. */
export const PATHS = {
  register: '/api/v1/accounts/register/',
  recover: '/api/v1/accounts/recover/',
  authorize: '/o/authorize/',
  token: '/o/token/',
  revoke: '/o/revoke/',
  introspect: '/api/integrations/introspect/',
  userinfo: '/o/userinfo/',
} as const

/** A program, as an OpenID provider knows it. */
export interface Client {
  readonly clientId: string
  readonly redirectUri: string
  /** `Authorization: Basic …`. */
  readonly basic: string
  /** Where the provider is not Portico. */
  readonly paths?: Readonly<Record<'authorize' | 'token' | 'revoke' | 'introspect' | 'userinfo', string>>
}

/** What the token endpoint gives. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** The tokens of a response; nothing where it brings none. */
export function tokensIn(response: HttpResponse): Tokens | undefined {
  return response.holds('"refresh_token":"') ? response.json<Tokens>() : undefined
}

/** A PKCE verifier with its S256 challenge. */
export function newVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The exchange of a code for tokens. */
export function codeRequest(
  client: Client,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): HttpRequest {
  const { redirectUri } = client
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return asClient(client, 'token', fields)
}

/** The exchange of a refresh token for its successor. */
export function refreshRequest(client: Client, refreshToken: string): HttpRequest {
  return asClient(client, 'token', { grant_type: 'refresh_token', refresh_token: refreshToken })
}

/** An introspection. */
export function introspectionRequest(
  client: Client,
  token: string,
  more: Readonly<Record<string, string>> = {},
): HttpRequest {
  return asClient(client, 'introspect', { token, ...more })
}

/** A revocation. */
export function revocationRequest(client: Client, token: string): HttpRequest {
  return asClient(client, 'revoke', { token })
}

/** A userinfo request. */
export function userinfoRequest(client: Pick<Client, 'paths'>, accessToken: string): HttpRequest {
  return getRequest((client.paths ?? PATHS).userinfo, { authorization: `Bearer ${accessToken}` })
}

function asClient(
  { basic, paths = PATHS }: Client,
  endpoint: 'token' | 'revoke' | 'introspect',
  fields: Readonly<Record<string, string>>,
): HttpRequest {
  return formRequest(paths[endpoint], fields, { authorization: basic })
}
