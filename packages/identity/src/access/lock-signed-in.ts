import { type Citizen, lockCitizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SignedIn } from './statements/sessions.ts'

/** Locks the citizen of a session until the transaction ends. Nothing where all access has ended since the page was shown. */
export async function lockSignedIn(
  tx: Database,
  { citizen: { citizenId }, session }: SignedIn,
): Promise<Citizen | undefined> {
  const citizen = await lockCitizen(tx, citizenId)
  const isActive = citizen?.standing === 'active' && citizen.securityVersion === session.securityVersion
  return isActive ? citizen : undefined
}
