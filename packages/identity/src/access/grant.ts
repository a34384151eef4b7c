import type { UnixSeconds } from '../platform/clock.ts'

/** How long an access token is valid, unless its grant ends sooner (contract section 5, rule 2). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 900

/** `expires_in`: how long a token that is issued now is valid, from the end of its grant or its own end. */
export function expiresInSeconds(endsAt: UnixSeconds, now: UnixSeconds): number {
  return Math.max(0, Math.min(endsAt - now, ACCESS_TOKEN_LIFETIME_SECONDS))
}

/** How long a code may be exchanged (contract section 8). */
export const CODE_LIFETIME_SECONDS = 90

/** How long a grant lasts after the sign-in. Its refresh tokens rotate, and all end with it. */
export const GRANT_LIFETIME_SECONDS = 14 * 24 * 60 * 60

/** After this many wrong verifiers a code is spent. */
export const MOST_WRONG_VERIFIERS = 5

/** How soon after its rotation a refresh token counts as a repeated request, and not as theft. */
export const REUSE_GRACE_SECONDS = 10

/** How long after a rotation the same request with its `Idempotency-Key` gets the same tokens. */
export const REPEAT_SECONDS = 60

/** Why a grant ended, as the audit event says it. */
export type GrantEndCause =
  | 'code-replayed'
  | 'refresh-token-reused'
  | 'revoked-by-client'
  | 'disconnected'
  | 'session-ended'

/** Whether every scope of the first list is in the second; both are space-separated (RFC 6749 section 3.3). */
export function isWithinScope(asked: string, allowed: string): boolean {
  const allowedScopes = new Set(allowed.split(' '))
  return asked.split(' ').every((scope) => allowedScopes.has(scope))
}
