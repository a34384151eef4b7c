import type { TokenEndpointResponse } from 'oauth4webapi'
import { asDate } from '../platform/index.ts'

/** The central tokens of a citizen, decrypted while they are used. */
export interface CentralTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** By the store's clock. Never later than the real expiry. */
  readonly accessExpiresAt: Date
}

const LIFETIME_SECONDS = 900

/** Reads a token response. Without a new refresh token, the old one stays. */
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
