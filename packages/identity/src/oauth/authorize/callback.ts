import { errorBody, pageOfError } from '../../platform/error-body.ts'

/** The error codes of RFC 6749 section 4.1.2.1 and OpenID Connect Core section 3.1.2.6. */
const WIRE_ERROR = {
  'repeated-parameter': ['invalid_request', 'A parameter came more than once.'],
  'request-object': ['request_not_supported', 'Request objects are not supported.'],
  'request-uri': ['request_uri_not_supported', 'request_uri is not supported.'],
  registration: ['registration_not_supported', 'registration is not supported.'],
  'missing-response-type': ['invalid_request', 'response_type is missing.'],
  'response-type': ['unsupported_response_type', 'Use response_type=code.'],
  'response-mode': ['invalid_request', 'Use response_mode=query or leave it out.'],
  'missing-state': ['invalid_request', 'state is missing.'],
  'scope-without-openid': ['invalid_scope', 'The scope must contain openid.'],
  'missing-nonce': ['invalid_request', 'nonce is missing.'],
  'missing-code-challenge': ['invalid_request', 'code_challenge is missing (PKCE is required).'],
  'code-challenge-method': ['invalid_request', 'Use code_challenge_method=S256.'],
  'code-challenge-shape': ['invalid_request', 'code_challenge must be 43 characters of base64url.'],
  prompt: ['invalid_request', 'prompt is not understood.'],
  'max-age': ['invalid_request', 'max_age must be a whole number of seconds.'],
  'acr-values': ['invalid_request', 'acr_values must be up to 20 names with single spaces between them.'],
  'too-long': ['invalid_request', 'state and nonce may have 2048 characters, the whole request 7168.'],
  'id-token-hint': ['invalid_request', 'id_token_hint was not issued here.'],
  cancelled: ['access_denied', 'The citizen cancelled.'],
  'login-required': ['login_required', 'The citizen must sign in.'],
  'consent-required': ['consent_required', 'The citizen must allow this program.'],
  'interaction-required': ['interaction_required', 'The citizen must be asked something.'],
} satisfies Record<string, readonly [error: string, description: string]>

/** Why a request is sent back to the program. */
export type AuthorizationFault = keyof typeof WIRE_ERROR

/** The callback of a request, and its `state`: undefined where the request did not have exactly one. */
export interface Callback {
  readonly redirectUri: string
  readonly state: string | undefined
}

/** Where the browser brings the code (RFC 6749 section 4.1.2; `iss`: RFC 9207 section 2). */
export function codeAddress(callback: Callback, code: string, issuer: string): string {
  return withParameters(callback.redirectUri, { code, ...stateOf(callback), iss: issuer })
}

/** Where the browser brings a fault (RFC 6749 section 4.1.2.1, RFC 9207 section 2). */
export function faultAddress(callback: Callback, fault: AuthorizationFault, issuer: string): string {
  const [error, description] = WIRE_ERROR[fault]
  const parameters = { ...errorBody(error, description), ...stateOf(callback), iss: issuer }
  return withParameters(callback.redirectUri, parameters)
}

/** The page of the documentation about a fault. */
export const pageOfFault = (fault: AuthorizationFault): string => pageOfError(WIRE_ERROR[fault][0])

/** Adds parameters to a registered callback and keeps those that it has (RFC 6749 section 3.1.2). */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString()
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`
  return redirectUri.endsWith('?') || redirectUri.endsWith('&')
    ? redirectUri + query
    : `${redirectUri}&${query}`
}

function stateOf({ state }: Callback): { readonly state?: string } {
  return state === undefined ? {} : { state }
}
