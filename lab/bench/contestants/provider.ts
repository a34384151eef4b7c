import { createHash, randomBytes } from 'node:crypto'
import type { Shot } from '../load/shot.ts'

/** A citizen who is signed in at a provider. */
export interface Person {
  readonly subject: string
  /** The `Cookie` header of the browser that holds the session. */
  readonly cookie: string
}

/** A running OpenID provider, as a program and its citizens' browsers see it. */
export interface Provider {
  readonly port: number
  readonly paths: {
    readonly authorize: string
    readonly token: string
    readonly introspect: string
    readonly userinfo: string
    readonly revoke: string
  }
  /** `Authorization: Basic …` of the program. */
  readonly basic: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
  /** How it sends a browser back: 302 or 303. */
  readonly redirectStatus: number
  /** Sent with each introspection, where it spares the provider work. */
  readonly introspectionExtra: string
  readonly people: readonly Person[]
}

/** What a program got for a person. */
export interface Tokens {
  readonly subject: string
  readonly accessToken: string
  readonly refreshToken: string
}

const VERIFIER = randomBytes(32).toString('base64url')
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** The path and query of an authorization request. */
export function authorizeAddress(provider: Provider): string {
  const query = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    response_type: 'code',
    scope: provider.scope,
    state: 'af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  return `${provider.paths.authorize}?${query}`
}

/** An authorization request of a browser that is signed in: a redirect with a code. */
export function authorizeShot(provider: Provider, person: Person): Shot {
  const lines = [
    `GET ${authorizeAddress(provider)} HTTP/1.1`,
    `host: localhost:${provider.port}`,
    `cookie: ${person.cookie}`,
    'sec-fetch-site: cross-site',
    'sec-fetch-mode: navigate',
  ]
  return { request: `${lines.join('\r\n')}\r\n\r\n`, status: provider.redirectStatus, contains: 'code=' }
}

/** The exchange of a code for tokens. */
export function codeShot(provider: Provider, code: string): Shot {
  const redirectUri = encodeURIComponent(provider.redirectUri)
  const body = `grant_type=authorization_code&code=${code}&redirect_uri=${redirectUri}&code_verifier=${VERIFIER}`
  return {
    request: formHead(provider, provider.paths.token) + withLength(body),
    status: 200,
    contains: '"id_token":"',
  }
}

/** An introspection; the answer must name the citizen whose token it is. */
export function introspectionShot(provider: Provider, { accessToken, subject }: Tokens): Shot {
  const request =
    formHead(provider, provider.paths.introspect) +
    withLength(`token=${accessToken}${provider.introspectionExtra}`)
  return { request, status: 200, contains: `"active":true,"sub":"${subject}"` }
}

/** An introspection of a token that has been revoked. */
export function endedShot(provider: Provider, tokens: Tokens): Shot {
  return { ...introspectionShot(provider, tokens), contains: '"active":false' }
}

/** The revocation of a token. */
export function revocationShot(provider: Provider, token: string): Shot {
  const request = formHead(provider, provider.paths.revoke) + withLength(`token=${token}`)
  return { request, status: 200, contains: '' }
}

/** A userinfo request; the answer must name the citizen whose token it is. */
export function userinfoShot(provider: Provider, { accessToken, subject }: Tokens): Shot {
  const head = `GET ${provider.paths.userinfo} HTTP/1.1\r\nhost: localhost:${provider.port}\r\n`
  const request = `${head}authorization: Bearer ${accessToken}\r\n\r\n`
  return { request, status: 200, contains: `"sub":"${subject}"` }
}

/** Everything of a refresh request but the token that it spends. */
export function refreshHead(provider: Provider): string {
  return formHead(provider, provider.paths.token)
}

function formHead({ port, basic }: Provider, path: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    `authorization: ${basic}`,
    'content-type: application/x-www-form-urlencoded',
  ]
  return `${lines.join('\r\n')}\r\n`
}

function withLength(body: string): string {
  return `content-length: ${body.length}\r\n\r\n${body}`
}
