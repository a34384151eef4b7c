import type { UnixSeconds } from '../platform/clock.ts'

/** How long an access token lives, unless its grant ends sooner (contract section 5, rule 2). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 900

/** `expires_in`: how long a token that is given now lives, given when its grant, or the token itself, ends. */
export function expiresInSeconds(endsAt: UnixSeconds, now: UnixSeconds): number {
  return Math.max(0, Math.min(endsAt - now, ACCESS_TOKEN_LIFETIME_SECONDS))
}

/** A code must be exchanged within this time (contract section 8). */
export const CODE_LIFETIME_SECONDS = 90

/** Refresh tokens rotate, and all of a grant's end this long after the citizen signed in. */
export const GRANT_LIFETIME_SECONDS = 14 * 24 * 60 * 60

/** So many wrong verifiers burn a code. */
export const MOST_WRONG_VERIFIERS = 5

/** A refresh token that comes again this soon after its rotation is taken for a repeated request, not for theft. */
export const REUSE_GRACE_SECONDS = 10

/** A refresh is told again to whoever repeats it with its `Idempotency-Key`, for this long after the rotation. */
export const REPEAT_SECONDS = 60

/** Why a grant ended. */
export type GrantEndCause =
  | 'code-replayed'
  | 'refresh-token-reused'
  | 'revoked-by-client'
  | 'disconnected'
  | 'session-ended'

/** Whether every scope of the first is in the second; both space-separated (RFC 6749 section 3.3). */
export function isWithinScope(asked: string, allowed: string): boolean {
  const allowedScopes = new Set(allowed.split(' '))
  return asked.split(' ').every((scope) => allowedScopes.has(scope))
}
