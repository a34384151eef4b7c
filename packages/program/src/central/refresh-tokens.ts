import {
  type AuthorizationServer,
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
} from 'oauth4webapi'
import { failed, type Result, succeeded } from '../platform/index.ts'
import { type CentralRefusal, refusalOf } from './central-refusal.ts'
import { clientAuthOf, clientOf, type Line, requestOptions } from './line.ts'
import { type CentralTokens, tokensOf } from './tokens.ts'

/** What is traded, and whose it is. */
export interface Renewal {
  readonly refreshToken: string
  readonly subject: string
  /** The store's clock, before the token is sent. */
  readonly askedAt: Date
}

/** Trades a refresh token for its successor; the caller must store that before using it. */
export async function refreshTokens(
  line: Line,
  server: AuthorizationServer,
  { refreshToken, subject, askedAt }: Renewal,
): Promise<Result<CentralTokens, CentralRefusal>> {
  try {
    const auth = await clientAuthOf(line)
    const options = requestOptions(line, 'token')
    const response = await refreshTokenGrantRequest(server, clientOf(line), auth, refreshToken, options)
    const body = await processRefreshTokenResponse(server, clientOf(line), response)
    const renewed = getValidatedIdTokenClaims(body)
    // An ID token need not come again; one that does names the same citizen (OpenID Connect Core section 12.2).
    if (renewed && renewed.sub !== subject)
      return failed({ kind: 'unavailable', reason: 'sub: changed at a renewal' })
    return succeeded(tokensOf(body, askedAt, refreshToken))
  } catch (error) {
    const refusal = refusalOf(error)
    return failed(refusal.kind === 'untrusted' ? { kind: 'unavailable', reason: refusal.reason } : refusal)
  }
}

/** Revokes a grant by its refresh token (RFC 7009). */
export async function revokeToken(
  line: Line,
  server: AuthorizationServer,
  refreshToken: string,
): Promise<Result<true, CentralRefusal>> {
  try {
    const auth = await clientAuthOf(line)
    const additionalParameters = { token_type_hint: 'refresh_token' }
    const options = { ...requestOptions(line, 'revocation'), additionalParameters }
    await processRevocationResponse(
      await revocationRequest(server, clientOf(line), auth, refreshToken, options),
    )
    return succeeded(true)
  } catch (error) {
    return failed(refusalOf(error))
  }
}
