import type { TokenEndpointResponse } from 'oauth4webapi'
import { asDate } from '../platform/index.ts'

/** The central tokens of a citizen, in clear. They are decrypted only while they are used. */
export interface CentralTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** By the store's clock. It is never later than the real expiry. */
  readonly accessExpiresAt: Date
}

const LIFETIME_SECONDS = 900

/** Reads a token response. Without a new refresh token, the old one stays valid. */
export function tokensOf(
  body: TokenEndpointResponse,
  askedAt: Date,
  oldRefreshToken: string | null,
): CentralTokens {
  const lifetime = Math.min(body.expires_in ?? LIFETIME_SECONDS, LIFETIME_SECONDS)
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token ?? oldRefreshToken,
    accessExpiresAt: asDate(askedAt, lifetime * 1000),
  }
}
