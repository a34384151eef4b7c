import { type Citizen, holdCitizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'

/**
 * Locks the row of a citizen whose password was just proven, until the transaction ends. Comparing takes long and
 * happens outside: nothing is returned when meanwhile the password was changed, the account suspended or everything
 * ended, so that a proof never outlives what it proved.
 */
export async function lockProvenCitizen(tx: Database, proven: Citizen): Promise<Citizen | undefined> {
  const citizen = await holdCitizen(tx, proven.citizenId)
  if (citizen?.standing !== 'active') return undefined
  const same =
    citizen.passwordHash === proven.passwordHash && citizen.securityVersion === proven.securityVersion
  return same ? citizen : undefined
}
