import { type CheckedRequest, getRequest, jsonRequest } from './http/request.ts'
import type { HttpResponse } from './http/response.ts'
import {
  type Client,
  codeRequest,
  introspectionRequest,
  newVerifier,
  PATHS,
  refreshRequest,
  revocationRequest,
  type Tokens,
  userinfoRequest,
} from './oauth-requests.ts'

/** A running OpenID provider, as a program of it sees it. */
export interface Provider extends Client {
  readonly port: number
  readonly scope: string
  /** How it sends a browser back: 302 or 303. */
  readonly redirectStatus: number
  /** Sent with each introspection, where it spares the provider work. */
  readonly introspectionHint: Readonly<Record<string, string>>
}

/** A citizen who is signed in at a provider. */
export interface Person {
  readonly subject: string
  /** The `Cookie` header of the browser that holds the session. */
  readonly cookie: string
}

const { verifier, challenge } = newVerifier()

/** The path and query of an authorization request. */
export function authorizePath(provider: Provider): string {
  const query = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    response_type: 'code',
    scope: provider.scope,
    state: 'af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return `${(provider.paths ?? PATHS).authorize}?${query}`
}

/** A browser's request that another site leads to; a redirect with some kind of code answers it. */
export function crossSiteGet(path: string, cookie: string, status = 302): CheckedRequest {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }) }
  return { ...getRequest(path, headers), status, contains: 'code=' }
}

/** An authorization request of a browser that is signed in: a redirect with a code. */
export function authorize(provider: Provider, { cookie }: Person): CheckedRequest {
  return crossSiteGet(authorizePath(provider), cookie, provider.redirectStatus)
}

/** The code of a redirect; nothing where there is none. */
export function codeIn({ head }: HttpResponse): string | undefined {
  return /[?&]code=([^&\r\n]+)/.exec(head)?.[1]
}

/** The exchange of a code for tokens. */
export function exchangeCode(provider: Provider, code: string): CheckedRequest {
  return { ...codeRequest(provider, { code, verifier }), status: 200, contains: '"id_token":"' }
}

/** The exchange of a refresh token for its successor. */
export function refresh(client: Client, refreshToken: string): CheckedRequest {
  return { ...refreshRequest(client, refreshToken), status: 200, contains: '"access_token":"' }
}

/** An introspection; the answer must name the citizen whose token it is. */
export function introspection(
  provider: Provider,
  subject: string,
  { access_token }: Pick<Tokens, 'access_token'>,
): CheckedRequest {
  const request = introspectionRequest(provider, access_token, provider.introspectionHint)
  return { ...request, status: 200, contains: `"active":true,"sub":"${subject}"` }
}

/** An introspection of a token that has been revoked. */
export function endedIntrospection(provider: Provider, tokens: Tokens): CheckedRequest {
  return { ...introspection(provider, '', tokens), contains: '"active":false' }
}

/** The revocation of a token. */
export function revocation(provider: Provider, token: string): CheckedRequest {
  return { ...revocationRequest(provider, token), status: 200, contains: '' }
}

/** A userinfo request; the answer must name the citizen whose token it is. */
export function userinfo(provider: Provider, subject: string, { access_token }: Tokens): CheckedRequest {
  return { ...userinfoRequest(provider, access_token), status: 200, contains: `"sub":"${subject}"` }
}

/** The registration of an address that nobody has. */
export function register(email: string): CheckedRequest {
  const request = jsonRequest(PATHS.register, { full_name: 'Bo Example', email })
  return { ...request, status: 202, contains: '"verification_required":true' }
}
