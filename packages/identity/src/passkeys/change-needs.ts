import type { SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { type Citizen, lockCitizen } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'

/** Everything that a change of the passkeys uses. */
export interface ChangeNeeds extends PostNeeds {
  readonly baseUrl: string
  readonly mail: { wake(): void }
}

/** Who changes a passkey, and from where. */
export interface ChangeOrigin {
  readonly origin: AuditOrigin
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
