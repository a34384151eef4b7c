import type { Client } from '../../clients/index.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import type { AuthorizationFault } from './authorization-fault.ts'

/** What a program asks for, checked. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
  /** Space-separated; what was asked, without scopes that are unknown or not this client's. */
  readonly scope: string
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
  readonly prompt: ReadonlySet<Prompt>
  /** Seconds since the last sign-in at most; undefined for any (OpenID Connect Core section 3.1.2.1). */
  readonly maxAgeSeconds: number | undefined
  readonly loginHint: string
  readonly idTokenHint: string | undefined
  /** `ui_locales`, preferred first, as `Accept-Language` has them; `''` for none. */
  readonly languages: string
  /** The parameters as they came, to take the request up again after sign-in. */
  readonly query: string
}

const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const

/** What a program wants the citizen to be asked (OpenID Connect Core section 3.1.2.1). */
export type Prompt = (typeof PROMPTS)[number]

const KNOWN_SCOPES = ['openid', 'profile', 'email', 'offline_access']

/** Base64url of SHA-256 without padding (RFC 7636 section 4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const MAX_AGE = /^\d{1,9}$/
const MOST_CHARACTERS = 2048

/** A request travels through the sign-in in an address and in a form, which have room for about twice as much. */
const MOST_QUERY_CHARACTERS = 7 * 1024

/** Nobody reads more languages than this. */
const MOST_LANGUAGES = 10

/** No address is longer (contract section 8); a longer hint is no hint. */
const MOST_HINT_CHARACTERS = 320

type Check = (parameters: Parameters) => AuthorizationFault | undefined

const missing =
  (name: string, fault: AuthorizationFault): Check =>
  (parameters) =>
    parameters.get(name) === undefined ? fault : undefined

const present =
  (name: string, fault: AuthorizationFault): Check =>
  (parameters) =>
    parameters.get(name) === undefined ? undefined : fault

/** In this order, so that the first fault is the one that a developer should mend first. */
const CHECKS: readonly Check[] = [
  (parameters) => (parameters.repeated.size > 0 ? 'repeated-parameter' : undefined),
  present('request', 'request-object'),
  present('request_uri', 'request-uri'),
  present('registration', 'registration'),
  missing('response_type', 'missing-response-type'),
  (parameters) => (parameters.get('response_type') === 'code' ? undefined : 'response-type'),
  (parameters) => ((parameters.get('response_mode') ?? 'query') === 'query' ? undefined : 'response-mode'),
  missing('state', 'missing-state'),
  missing('scope', 'scope-without-openid'),
  (parameters) => (wordsOf(parameters, 'scope').includes('openid') ? undefined : 'scope-without-openid'),
  missing('nonce', 'missing-nonce'),
  missing('code_challenge', 'missing-code-challenge'),
  (parameters) => (parameters.get('code_challenge_method') === 'S256' ? undefined : 'code-challenge-method'),
  (parameters) =>
    S256_CHALLENGE.test(parameters.get('code_challenge') ?? '') ? undefined : 'code-challenge-shape',
  checkPrompt,
  (parameters) => (MAX_AGE.test(parameters.get('max_age') ?? '0') ? undefined : 'max-age'),
  (parameters) => (isTooLong(parameters) ? 'too-long' : undefined),
]

/** Reads what a known client asks for at one of its own addresses; the first fault found is told. */
export function readAuthorizationRequest(
  parameters: Parameters,
  target: { readonly client: Client; readonly redirectUri: string },
  query: string,
): Result<AuthorizationRequest, AuthorizationFault> {
  for (const check of CHECKS) {
    const fault = check(parameters)
    if (fault) return refused(fault)
  }
  const maxAge = parameters.get('max_age')
  return accepted({
    ...target,
    scope: allowedScope(wordsOf(parameters, 'scope'), target.client),
    state: parameters.text('state'),
    nonce: parameters.text('nonce'),
    codeChallenge: parameters.text('code_challenge'),
    prompt: new Set(PROMPTS.filter((prompt) => wordsOf(parameters, 'prompt').includes(prompt))),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: loginHintOf(parameters),
    idTokenHint: parameters.get('id_token_hint'),
    languages: wordsOf(parameters, 'ui_locales').slice(0, MOST_LANGUAGES).join(','),
    query,
  })
}

function checkPrompt(parameters: Parameters): AuthorizationFault | undefined {
  const prompts = wordsOf(parameters, 'prompt')
  const known: readonly string[] = PROMPTS
  if (prompts.some((prompt) => !known.includes(prompt))) return 'prompt'
  return prompts.includes('none') && prompts.length > 1 ? 'prompt' : undefined
}

function wordsOf(parameters: Parameters, name: string): readonly string[] {
  return (parameters.get(name) ?? '').split(' ').filter((word) => word !== '')
}

function isTooLong(parameters: Parameters): boolean {
  const hasLongValue = ['state', 'nonce'].some((name) => parameters.text(name).length > MOST_CHARACTERS)
  return hasLongValue || parameters.encoded.length > MOST_QUERY_CHARACTERS
}

function loginHintOf(parameters: Parameters): string {
  const hint = parameters.text('login_hint')
  return hint.length > MOST_HINT_CHARACTERS ? '' : hint
}

function allowedScope(asked: readonly string[], client: Client): string {
  const allowed = client.scope.split(' ')
  return KNOWN_SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope)).join(' ')
}
