import { createHash, randomBytes } from 'node:crypto'
import { type CheckedRequest, formRequest, getRequest, jsonRequest } from './http/request.ts'
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

type Fields = Readonly<Record<string, string>>

/** A program as an OpenID provider knows it. */
export interface Client {
  readonly clientId: string
  readonly redirectUri: string
  /** `Authorization: Basic …`. */
  readonly basic: string
  /** For a provider other than Portico. */
  readonly paths?: Readonly<Record<'authorize' | 'token' | 'revoke' | 'introspect' | 'userinfo', string>>
  /** Sent with each introspection, where it saves the provider work. */
  readonly introspectionHint?: Fields
}

/** A running OpenID provider as its program sees it. */
export interface Provider extends Client {
  readonly port: number
  readonly scope: string
  /** How it redirects a browser: 302 or 303. */
  readonly redirectStatus: number
}

/** A citizen who is signed in at a provider. */
export interface Person {
  readonly subject: string
  /** The `Cookie` header of the browser with the session. */
  readonly cookie: string
}

/** The answer of the token endpoint. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** The tokens of a response. Nothing where it has none. */
export function tokensIn(response: HttpResponse): Tokens | undefined {
  return response.holds('"refresh_token":"') ? response.json<Tokens>() : undefined
}

/** The code of a redirect. Nothing where it has none. */
export function codeIn({ head }: HttpResponse): string | undefined {
  return /[?&]code=([^&\r\n]+)/.exec(head)?.[1]
}

/** A PKCE verifier with its S256 challenge. */
export function newVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The verifier for requests that need none of their own. */
const PKCE = newVerifier()

/** The path and query of an authorization request. */
export function authorizePath({ paths = PATHS, clientId, redirectUri, scope }: Provider): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope },
    ...{ state: 'af0ifjsldkj', nonce: 'n-0S6_WzA2Mj' },
    ...{ code_challenge: PKCE.challenge, code_challenge_method: 'S256' },
  })
  return `${paths.authorize}?${query}`
}

/** A browser's request that another site leads to; a redirect with some kind of code answers it. */
export function crossSiteGet(path: string, cookie: string, status = 302): CheckedRequest {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }) }
  return { ...getRequest(path, headers), status, contains: 'code=' }
}

/** An authorization request of a browser that is signed in: a redirect with a code. */
export function authorizeRequest(provider: Provider, { cookie }: Person): CheckedRequest {
  return crossSiteGet(authorizePath(provider), cookie, provider.redirectStatus)
}

/** The exchange of a code for tokens. */
export function codeRequest(
  client: Client,
  { code, verifier = PKCE.verifier }: { readonly code: string; readonly verifier?: string },
): CheckedRequest {
  const { redirectUri } = client
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return asClient(client, 'token', fields, '"id_token":"')
}

/** The exchange of a refresh token for its successor. */
export function refreshRequest(client: Client, refreshToken: string): CheckedRequest {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return asClient(client, 'token', fields, '"access_token":"')
}

/** An introspection; the answer must name the citizen whose token it is. */
export function introspectionRequest(client: Client, token: string, subject?: string): CheckedRequest {
  const contains = subject === undefined ? '' : `"active":true,"sub":"${subject}"`
  return asClient(client, 'introspect', { token, ...client.introspectionHint }, contains)
}

/** A revocation. */
export function revocationRequest(client: Client, token: string): CheckedRequest {
  return asClient(client, 'revoke', { token }, '')
}

function asClient(
  { basic, paths = PATHS }: Client,
  endpoint: 'token' | 'revoke' | 'introspect',
  fields: Fields,
  contains: string,
): CheckedRequest {
  return { ...formRequest(paths[endpoint], fields, { authorization: basic }), status: 200, contains }
}

/** A userinfo request; the answer must name the citizen whose token it is. */
export function userinfoRequest(
  { paths = PATHS }: Pick<Client, 'paths'>,
  token: string,
  subject = '',
): CheckedRequest {
  const request = getRequest(paths.userinfo, { authorization: `Bearer ${token}` })
  return { ...request, status: 200, contains: `"sub":"${subject}` }
}

/** The registration of an address. */
export function registrationRequest(email: string, headers: Fields = {}, name = 'Ana'): CheckedRequest {
  const request = jsonRequest(PATHS.register, { full_name: name, email }, headers)
  return { ...request, status: 202, contains: '"verification_required":true' }
}
