import { createHash, randomBytes } from 'node:crypto'
import type { Citizen } from '../src/citizens/index.ts'
import { signIn, type TestClient } from './people.ts'
import type { TestBrowser, Visited } from './test-browser.ts'
import type { TestService } from './test-service.ts'

/** The random values of a program for one sign-in. */
export interface Attempt {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  readonly parameters: Record<string, string>
}

/** What the endpoints know a program by. */
export type Program = Pick<TestClient, 'clientId' | 'redirectUri' | 'basic'>

/** The parameters of a valid authorization request. `changes` replace some, and `''` leaves a parameter out. */
export function newAttempt(client: Program, changes: Readonly<Record<string, string>> = {}): Attempt {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const all = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const parameters = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return { verifier, state, nonce, parameters }
}

/** The address of an authorization request. */
export function authorizeAddress(attempt: Attempt): string {
  return `/o/authorize/?${new URLSearchParams(attempt.parameters)}`
}

/** The parameters of a callback. */
export function callbackParameters(answer: Visited): URLSearchParams {
  if (answer.location === undefined)
    throw new Error(`No redirect but ${answer.status}: ${answer.html.text.slice(0, 300)}`)
  return new URL(answer.location).searchParams
}

/** Obtains a code with a signed-in browser, by the confirmation page. */
export async function obtainCode(browser: TestBrowser, attempt: Attempt): Promise<string> {
  let answer = await browser.get(authorizeAddress(attempt))
  if (answer.status === 200) answer = await browser.submit(answer, {}, { button: 'Continue' })
  const code = callbackParameters(answer).get('code')
  if (!code) throw new Error(`No code: ${answer.location}`)
  return code
}

/** The answer of the token endpoint. */
export interface TokenReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & {
    readonly access_token: string
    readonly refresh_token: string
    readonly id_token: string
    readonly scope: string
    readonly error: string
  }
}

/** Posts a form as a program does. */
export async function postForm(
  service: TestService,
  path: string,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenReply> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : { text }) as TokenReply['body'],
  }
}

/** Exchanges a code. `changes` replace parameters of the request. */
export function exchange(
  service: TestService,
  client: Program,
  attempt: { readonly verifier: string; readonly code: string },
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenReply> {
  const fields = {
    grant_type: 'authorization_code',
    code: attempt.code,
    redirect_uri: client.redirectUri,
    code_verifier: attempt.verifier,
    ...changes,
  }
  return postForm(service, '/o/token/', fields, { authorization: client.basic })
}

/** Requests new tokens with a refresh token. */
export function refresh(
  service: TestService,
  client: TestClient,
  refreshToken: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenReply> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }
  return postForm(service, '/o/token/', fields, { authorization: client.basic })
}

/** A refresh that can be repeated. `key` is the whole `Idempotency-Key` header, with its quotes. */
export interface RepeatableRefresh {
  readonly token: string
  readonly key: string
}

/** A new `Idempotency-Key`, as a program makes one. */
export function newIdempotencyKey(): string {
  return `"${randomBytes(16).toString('base64url')}"`
}

/** Requests new tokens with a refresh token and an `Idempotency-Key`. */
export function refreshWithKey(
  service: TestService,
  client: TestClient,
  { token, key }: RepeatableRefresh,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenReply> {
  const fields = { grant_type: 'refresh_token', refresh_token: token, ...changes }
  return postForm(service, '/o/token/', fields, { authorization: client.basic, 'idempotency-key': key })
}

/** Introspects a token. */
export async function introspect(
  service: TestService,
  client: TestClient,
  token: string,
): Promise<Record<string, unknown>> {
  const answer = await postForm(
    service,
    '/api/integrations/introspect/',
    { token },
    { authorization: client.basic },
  )
  if (answer.status !== 200) throw new Error(`Introspection answered ${answer.status}`)
  return answer.body
}

/** A citizen who has entered a program, with everything that the program got. */
export interface Entered {
  readonly browser: TestBrowser
  readonly attempt: Attempt
  readonly code: string
  readonly tokens: TokenReply['body']
}

/** Signs a citizen in and enters a program, with a new browser or with one that is already signed in. */
export async function enterProgram(
  service: TestService,
  client: Program,
  who: Citizen | TestBrowser,
  changes: Readonly<Record<string, string>> = {},
): Promise<Entered> {
  const browser = 'citizenId' in who ? service.browser() : who
  if ('citizenId' in who) await signIn(browser, who)
  const attempt = newAttempt(client, changes)
  const code = await obtainCode(browser, attempt)
  const answer = await exchange(service, client, { ...attempt, code })
  if (answer.status !== 200)
    throw new Error(`The token endpoint answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return { browser, attempt, code, tokens: answer.body }
}
