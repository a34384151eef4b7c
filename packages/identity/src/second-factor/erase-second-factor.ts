import type { Database } from '../platform/postgres/database.ts'
import { deleteAuthenticatorsOfCitizen } from './authenticator-store.ts'
import { deleteHalfSignInsOfCitizen } from './half-sign-in-store.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/** Deletes everything about a citizen whose account is closed. */
export async function eraseSecondFactor(tx: Database, citizenId: string): Promise<void> {
  await deleteAuthenticatorsOfCitizen(tx, citizenId)
  await deleteRecoveryCodesOfCitizen(tx, citizenId)
  await deleteHalfSignInsOfCitizen(tx, citizenId)
}
