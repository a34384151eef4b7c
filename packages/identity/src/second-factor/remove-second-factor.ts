import type { Database } from '../platform/postgres/database.ts'
import { deleteAuthenticatorsOfCitizen } from './authenticator-store.ts'
import { forgetFormerCodes } from './former-codes-store.ts'
import { deleteHalfSignInsOfCitizen } from './half-sign-in-store.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/**
 * Removes every app and recovery code of a citizen, and what awaits a code. Then the password alone signs in again. Returns how many
 * apps and codes there were.
 */
export async function removeSecondFactor(tx: Database, citizenId: string): Promise<number> {
  const apps = await deleteAuthenticatorsOfCitizen(tx, citizenId)
  const codes = await deleteRecoveryCodesOfCitizen(tx, citizenId)
  await deleteHalfSignInsOfCitizen(tx, citizenId)
  await forgetFormerCodes(tx, citizenId)
  return apps + codes
}
