import { type AcrValue, knownAcrValues } from '../../access/index.ts'
import { type Client, SCOPES } from '../../clients/index.ts'
import { askedLanguages } from '../../hosted-page/index.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { PROMPTS } from '../prompts.ts'
import type { AuthorizationFault } from './callback.ts'

/** The checked request of a program. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
  /** Space-separated: the scopes of the request, without those that are unknown or not allowed for this client. */
  readonly scope: string
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
  readonly prompt: ReadonlySet<Prompt>
  /** The most seconds since the last sign-in; undefined for any (OpenID Connect Core section 3.1.2.1). */
  readonly maxAgeSeconds: number | undefined
  /** The classes of proof that the program prefers and this service knows (OpenID Connect Core section 3.1.2.1). */
  readonly acrValues: readonly AcrValue[]
  readonly loginHint: string
  readonly idTokenHint: string | undefined
  /** `ui_locales`, preferred first, in the form of `Accept-Language`; `''` for none. */
  readonly languages: string
  /** The parameters before decoding. After the sign-in the request is read from them again. */
  readonly query: string
}

/** What the citizen must be asked. */
export type Prompt = (typeof PROMPTS)[number]

/** Base64url of SHA-256 without padding (RFC 7636 section 4.2). */
export const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/
/** Whole seconds, as many as a signed number of 32 bits holds, and some more. */
export const MAX_AGE = /^\d{1,10}$/
/** Names of printable ASCII with single spaces between them; 20 at most. */
export const ACR_REQUEST = /^[!-~]+(?: [!-~]+){0,19}$/
/** The most characters of `state` and of `nonce`. */
export const MOST_CHARACTERS = 2048

/** A request goes through the sign-in in an address, in a form and in cookies. They have room for about twice as much. */
const MOST_QUERY_CHARACTERS = 7 * 1024

/** No address is longer (contract section 8). A longer hint is ignored. */
const MOST_HINT_CHARACTERS = 320

/** Every parameter that is read, or whose meaning is refused. */
const KNOWN =
  'client_id redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method prompt max_age acr_values login_hint id_token_hint ui_locales request request_uri registration'.split(
    ' ',
  )

type Check = (parameters: Parameters) => AuthorizationFault | undefined

const missing =
  (name: string, fault: AuthorizationFault): Check =>
  (parameters) =>
    parameters.get(name) === undefined ? fault : undefined

const present =
  (name: string, fault: AuthorizationFault): Check =>
  (parameters) =>
    parameters.get(name) === undefined ? undefined : fault

/** The order of the checks: a program gets the first fault, which its developer should correct first. */
const CHECKS: readonly Check[] = [
  (parameters) => (parameters.repeats(KNOWN) ? 'repeated-parameter' : undefined),
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
  (parameters) => (ACR_REQUEST.test(parameters.get('acr_values') ?? 'none') ? undefined : 'acr-values'),
  (parameters) => (isTooLong(parameters) ? 'too-long' : undefined),
]

/** Reads the request of a known client with a valid callback. Returns the first fault. */
export function readAuthorizationRequest(
  parameters: Parameters,
  target: Pick<AuthorizationRequest, 'client' | 'redirectUri'>,
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
    acrValues: knownAcrValues(wordsOf(parameters, 'acr_values')),
    loginHint: loginHintOf(parameters),
    idTokenHint: parameters.get('id_token_hint'),
    languages: askedLanguages(parameters),
    query: parameters.encoded,
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
  return SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope)).join(' ')
}
