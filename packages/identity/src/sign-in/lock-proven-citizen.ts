import { type Citizen, lockCitizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'

/**
 * Locks the row of a citizen whose password was just proven, until the transaction ends. The comparison takes long and
 * runs outside the transaction. So this returns nothing where the password has changed since, the account was
 * suspended, or all access was ended.
 */
export async function lockProvenCitizen(tx: Database, proven: Citizen): Promise<Citizen | undefined> {
  const citizen = await lockCitizen(tx, proven.citizenId)
  if (citizen?.standing !== 'active') return undefined
  const same =
    citizen.passwordHash === proven.passwordHash && citizen.securityVersion === proven.securityVersion
  return same ? citizen : undefined
}
