import type { Parameters } from '../../platform/http/parameters.ts'
import { IDEMPOTENCY_KEY } from '../../platform/idempotency-key.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { CLIENT_PARAMETERS } from '../client-request.ts'
import type { TokenRefusal } from '../token-refusal-reply.ts'

/** The verifier of RFC 7636 section 4.1: 43 to 128 unreserved characters. */
export const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

const KNOWN = [
  ...CLIENT_PARAMETERS,
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
]

/** The request of a program at the token endpoint. */
export type TokenRequest = CodeRequest | RefreshRequest

/** An authorization code, and its proof. */
export interface CodeRequest {
  readonly grantType: 'authorization_code'
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
}

/** A refresh token, and the scope for the new access token. */
export interface RefreshRequest {
  readonly grantType: 'refresh_token'
  readonly refreshToken: string
  /** `''` for the whole scope of the grant. */
  readonly scope: string
  /** The key that the program sends again if it repeats this request; undefined where it will not repeat it. */
  readonly idempotencyKey: string | undefined
}

/**
 * Reads a token request (RFC 6749 sections 4.1.3 and 6, RFC 7636 section 4.5) and its `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header), which only a refresh may have.
 */
export function readTokenRequest(
  form: Parameters,
  idempotencyKey: string | undefined,
): Result<TokenRequest, TokenRefusal> {
  if (form.repeats(KNOWN)) return refused('repeated-parameter')
  const grantType = form.get('grant_type')
  if (grantType === undefined) return refused('missing-grant-type')
  if (grantType === 'authorization_code') return readCodeRequest(form)
  return grantType === 'refresh_token'
    ? readRefreshRequest(form, idempotencyKey)
    : refused('unsupported-grant-type')
}

function readCodeRequest(form: Parameters): Result<CodeRequest, TokenRefusal> {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  const codeVerifier = form.get('code_verifier')
  if (code === undefined) return refused('missing-code')
  if (redirectUri === undefined) return refused('missing-redirect-uri')
  if (codeVerifier === undefined) return refused('missing-verifier')
  if (!VERIFIER.test(codeVerifier)) return refused('bad-verifier-shape')
  return accepted({ grantType: 'authorization_code', code, redirectUri, codeVerifier })
}

function readRefreshRequest(
  form: Parameters,
  idempotencyKey: string | undefined,
): Result<RefreshRequest, TokenRefusal> {
  const refreshToken = form.get('refresh_token')
  if (refreshToken === undefined) return refused('missing-refresh-token')
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    return refused('malformed-idempotency-key')
  const scope = (form.get('scope') ?? '').split(' ').filter((word) => word !== '')
  return accepted({
    grantType: 'refresh_token',
    refreshToken,
    scope: [...new Set(scope)].join(' '),
    idempotencyKey,
  })
}
