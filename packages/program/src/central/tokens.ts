import type { TokenEndpointResponse } from 'oauth4webapi'
import { asDate } from '../platform/index.ts'

/** A citizen's central tokens, in the clear only while they are used. */
export interface CentralTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** By the store's clock, and rather too early than too late. */
  readonly accessExpiresAt: Date
}

const LIFETIME_SECONDS = 900

/** Reads a token answer; a refresh that brings no new refresh token keeps the old one. */
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
