import { pageOfCode } from '../error-page.ts'
import type { InsufficientSignIn, SignedOut, Unavailable } from '../program-sso.ts'
import type { ProblemResponse, ProgramErrorCode } from '../wire.ts'
import { json } from './reply.ts'

/** The status and the message of every code. The type requires an entry for each code. */
const PROBLEMS: Record<ProgramErrorCode, { readonly status: number; readonly detail: string }> = {
  invalid_json: { status: 400, detail: 'The request could not be read.' },
  unknown_field: { status: 400, detail: 'The request has a field that is not known here.' },
  return_uri_not_allowed: { status: 400, detail: 'This return address is not registered.' },
  code_challenge_invalid: { status: 400, detail: 'The code challenge is not a base64url SHA-256.' },
  code_verifier_invalid: { status: 400, detail: 'The code verifier is not 43 to 128 URL-safe characters.' },
  link_not_supported: { status: 400, detail: 'Existing accounts cannot be connected here.' },
  fresh_sign_in_required: { status: 401, detail: 'Sign in with your password once more first.' },
  handoff_invalid: { status: 401, detail: 'This sign-in cannot be finished. Start again.' },
  handoff_conflict: { status: 401, detail: 'This account is already connected. Start again.' },
  missing_token: { status: 401, detail: 'Sign in first.' },
  wrong_token_type: { status: 401, detail: 'This token is not for this API.' },
  token_unknown: { status: 401, detail: 'Sign in again.' },
  access_expired: { status: 401, detail: 'Sign in again.' },
  refresh_invalid: { status: 401, detail: 'Sign in again.' },
  refresh_reused: { status: 401, detail: 'Sign in again.' },
  session_revoked: { status: 401, detail: 'You were signed out.' },
  session_expired: { status: 401, detail: 'You were signed in for a long time. Sign in again.' },
  session_ended: { status: 401, detail: 'You were signed out because your central session ended.' },
  insufficient_user_authentication: { status: 401, detail: 'Sign in once more first.' },
  cross_site_request: { status: 401, detail: 'Sign in on a page of this site first.' },
  ticket_invalid: { status: 401, detail: 'This address has been used, or is too old. Open it again.' },
  not_found: { status: 404, detail: 'This address does not exist.' },
  method_not_allowed: { status: 405, detail: 'This method is not allowed here.' },
  body_too_large: { status: 400, detail: 'The request is too large.' },
  body_timeout: { status: 408, detail: 'The request took too long to arrive.' },
  throttled: { status: 429, detail: 'Too many tries. Please wait.' },
  identity_unavailable: { status: 503, detail: 'Sign-in is not available right now. Nothing was changed.' },
  misconfigured: { status: 503, detail: 'Sign-in is not available right now. Nothing was changed.' },
}

/** The status of a code. */
export function statusOfProblem(code: ProgramErrorCode): number {
  return PROBLEMS[code].status
}

/** All codes, for a page that explains them, a test, or the messages of an app. */
export const PROGRAM_ERROR_CODES: readonly ProgramErrorCode[] = Object.freeze(
  // The type of the record guarantees that these are its keys.
  Object.keys(PROBLEMS) as ProgramErrorCode[],
)

/** The extra fields of a refusal. */
export interface ProblemExtras {
  readonly requestId: string
  readonly retryAfterSeconds?: number
  /** In development, the response has a hint. */
  readonly development: boolean
  /** A hint for developers. */
  readonly hint?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** What a new sign-in must be asked for. */
  readonly asked?: Pick<InsufficientSignIn, 'maxAgeSeconds' | 'acrValues'>
}

/** Makes the HTTP response for a code. */
export function problem(code: ProgramErrorCode, extras: ProblemExtras): Response {
  const { status, detail } = PROBLEMS[code]
  const body: ProblemResponse = {
    code,
    detail,
    request_id: extras.requestId,
    ...(extras.asked && askedFields(extras.asked)),
    ...(extras.development ? { hint: hintOf(code, extras.hint) } : {}),
  }
  return json(status, body, {
    ...(status === 401 ? { 'www-authenticate': challengeOf(code, extras.asked) } : {}),
    // The rest of the body may still arrive (RFC 9110 section 15.5.9).
    ...(status === 408 ? { connection: 'close' } : {}),
    ...(extras.retryAfterSeconds === undefined ? {} : { 'retry-after': String(extras.retryAfterSeconds) }),
    ...extras.headers,
  })
}

/** The challenge of a 401 (RFC 6750 section 3; RFC 9470 section 3 if the citizen must sign in again first). */
function challengeOf(code: ProgramErrorCode, asked: ProblemExtras['asked']): string {
  if (code === 'missing_token') return 'Bearer'
  const isOld = code === 'fresh_sign_in_required' || code === 'insufficient_user_authentication'
  const error = `Bearer error="${isOld ? 'insufficient_user_authentication' : 'invalid_token'}"`
  const fields = Object.entries(asked ? askedFields(asked) : {})
  return [error, ...fields.map(([name, value]) => `${name}="${value}"`)].join(', ')
}

function askedFields({ maxAgeSeconds, acrValues }: NonNullable<ProblemExtras['asked']>) {
  return { max_age: maxAgeSeconds, ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }) }
}

function hintOf(code: ProgramErrorCode, hint: string | undefined): string {
  return `${hint === undefined ? '' : `${hint} `}See ${pageOfCode(code)}`
}

/** Makes the HTTP response for a refused session. */
export function refuse(
  result: SignedOut | Unavailable | InsufficientSignIn,
  extras: Pick<ProblemExtras, 'requestId' | 'development'>,
): Response {
  if (result.status === 'signed_out') return problem(result.code, extras)
  if (result.status === 'insufficient') return problem(result.code, { ...extras, asked: result })
  return problem(result.code, { ...extras, retryAfterSeconds: result.retryAfterSeconds })
}
