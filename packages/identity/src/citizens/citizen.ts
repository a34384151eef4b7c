import type { UnixSeconds } from '../platform/clock.ts'

/** Whether a citizen may use the account. An operator suspends and reinstates; a closed account stays closed. */
export type CitizenStanding = 'active' | 'suspended' | 'closed'

/** A citizen, as stored. */
export interface Citizen {
  /** Internal; programs never see it. */
  readonly citizenId: string
  /** `sub` for every program (OpenID Connect Core section 2). */
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly fullName: string
  /** Not verified; `''` for none. */
  readonly phoneNumber: string
  /** The tag of the language for pages and letters; `''` where none was chosen. */
  readonly language: string
  readonly standing: CitizenStanding
  readonly securityVersion: number
  /**
   * Argon2id in PHC string format, or the sealed hash of another system. `''` where no password is right until a new one is set, and for a
   * closed account.
   */
  readonly passwordHash: string
  readonly createdAt: UnixSeconds
}
