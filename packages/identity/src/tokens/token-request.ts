import type { Parameters } from '../platform/http/parameters.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TokenRefusal } from './token-refusal.ts'

/** The verifier of RFC 7636 section 4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/** What a program asks of the token endpoint. */
export type TokenRequest =
  | {
      readonly grantType: 'authorization_code'
      readonly code: string
      readonly redirectUri: string
      readonly codeVerifier: string
    }
  | { readonly grantType: 'refresh_token'; readonly refreshToken: string; readonly scope: string }

/** Reads a token request (RFC 6749 sections 4.1.3 and 6, RFC 7636 section 4.5). */
export function readTokenRequest(form: Parameters): Result<TokenRequest, TokenRefusal> {
  if (form.repeated.size > 0) return refused('repeated-parameter')
  const grantType = form.get('grant_type')
  if (grantType === undefined) return refused('missing-grant-type')
  if (grantType === 'authorization_code') return readCodeRequest(form)
  return grantType === 'refresh_token' ? readRefreshRequest(form) : refused('unsupported-grant-type')
}

function readCodeRequest(form: Parameters): Result<TokenRequest, TokenRefusal> {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  const codeVerifier = form.get('code_verifier')
  if (code === undefined) return refused('missing-code')
  if (redirectUri === undefined) return refused('missing-redirect-uri')
  if (codeVerifier === undefined) return refused('missing-verifier')
  if (!VERIFIER.test(codeVerifier)) return refused('bad-verifier-shape')
  return accepted({ grantType: 'authorization_code', code, redirectUri, codeVerifier })
}

function readRefreshRequest(form: Parameters): Result<TokenRequest, TokenRefusal> {
  const refreshToken = form.get('refresh_token')
  if (refreshToken === undefined) return refused('missing-refresh-token')
  const scope = (form.get('scope') ?? '').split(' ').filter((word) => word !== '')
  return accepted({ grantType: 'refresh_token', refreshToken, scope: [...new Set(scope)].join(' ') })
}
