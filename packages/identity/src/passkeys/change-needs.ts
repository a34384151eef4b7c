import type { SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { type Citizen, lockCitizen } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { RECENT_PROOF_SECONDS } from './passkey.ts'

/** Everything that a change of the passkeys uses. */
export interface ChangeNeeds extends PostNeeds {
  readonly baseUrl: string
  readonly mail: { wake(): void }
}

/** Who changes a passkey, and from where. */
export interface ChangeOrigin {
  readonly origin: AuditOrigin
}

/**
 * Whether a citizen proved recently enough who they are to change the passkeys. A passkey is a key to the account that a new
 * password does not take away, so an open session alone, on a machine that somebody left, must not be enough. A proof from the
 * future is as good as an old one: the clock was set back since, so its age is not known.
 */
export function isRecent({ session }: SignedIn, now: UnixSeconds): boolean {
  return Math.abs(now - session.authenticatedAt) < RECENT_PROOF_SECONDS
}

/** Locks the citizen of a session until the transaction ends. Nothing where all access has ended since the page was shown. */
export async function lockSignedIn(
  { db }: ChangeNeeds,
  { citizen: { citizenId }, session }: SignedIn,
): Promise<Citizen | undefined> {
  const citizen = await lockCitizen(db, citizenId)
  const isActive = citizen?.standing === 'active' && citizen.securityVersion === session.securityVersion
  return isActive ? citizen : undefined
}
