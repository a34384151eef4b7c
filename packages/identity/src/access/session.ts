import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'

/** The short name of the cookie that a signed-in browser carries. */
export const SESSION_COOKIE = 'portico_session'

/** How long a session lasts, from the moment that the password was given. */
export const SESSION_LIFETIME_SECONDS = 14 * 24 * 60 * 60

/** How old `lastSeenAt` may grow before it is written anew, so that reading pages seldom writes. */
export const LAST_SEEN_STEP_SECONDS = 5 * 60

/** A browser that is signed in. */
export interface Session {
  readonly citizenId: string
  /** `sid` for programs; it outlives the cookie when the citizen gives the password again. */
  readonly sessionId: string
  /** The security version of the citizen that the session was born under. */
  readonly securityVersion: number
  readonly userAgent: string
  readonly address: string
  readonly startedAt: UnixSeconds
  /** When the password was last given (`auth_time`, OpenID Connect Core section 2). */
  readonly authenticatedAt: UnixSeconds
  readonly lastSeenAt: UnixSeconds
  readonly expiresAt: UnixSeconds
  readonly endedAt: UnixSeconds | null
}

/**
 * Whether a session still counts. An address that has to be confirmed anew ends no session: its citizen may use the
 * account, only not enter programs.
 */
export function isAlive(
  session: Pick<Session, 'endedAt' | 'expiresAt' | 'securityVersion'>,
  citizen: Pick<Citizen, 'standing' | 'securityVersion'>,
  now: UnixSeconds,
): boolean {
  if (session.endedAt !== null) return false
  if (now >= session.expiresAt) return false
  if (session.securityVersion !== citizen.securityVersion) return false
  return citizen.standing === 'active'
}
