import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { SessionProof } from './proof.ts'

/** The short name of the cookie of a signed-in browser. */
export const SESSION_COOKIE = 'portico_session'

/** How long a session lasts, from the moment that the password was given or a passkey used. */
export const SESSION_LIFETIME_SECONDS = 14 * 24 * 60 * 60

/** How old `lastSeenAt` may be before it is written again, so that most page views write nothing. */
export const LAST_SEEN_STEP_SECONDS = 5 * 60

/** The primary key of a session. */
export interface SessionKey {
  readonly citizenId: string
  /** `sid` for programs. It stays the same when the citizen gives the password again and the cookie changes. */
  readonly sessionId: string
}

/** A browser that is signed in as one citizen. */
export interface Session extends SessionKey {
  /** The citizen's security version when the session began. */
  readonly securityVersion: number
  readonly userAgent: string
  readonly address: string
  readonly startedAt: UnixSeconds
  /** What the citizen proved it with, the last time. */
  readonly proof: SessionProof
  /** Since when the key that proved it can be trusted (decision 60). Null for the password alone, and for sessions of earlier releases. */
  readonly trustedSince: UnixSeconds | null
  /** When the citizen last gave it (`auth_time`, OpenID Connect Core section 2). */
  readonly authenticatedAt: UnixSeconds
  readonly lastSeenAt: UnixSeconds
  readonly expiresAt: UnixSeconds
  readonly endedAt: UnixSeconds | null
}

/**
 * Whether a session is active. An address that must be verified again ends no session: its citizen may use the account,
 * but enters no program.
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
