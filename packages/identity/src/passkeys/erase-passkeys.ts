import type { Database } from '../platform/postgres/database.ts'
import { deleteOffer } from './offer-store.ts'
import { deletePasskeysOfCitizen } from './passkey-store.ts'

/** Deletes everything about a citizen whose account is closed. */
export async function erasePasskeys(tx: Database, citizenId: string): Promise<void> {
  await deletePasskeysOfCitizen(tx, citizenId)
  await deleteOffer(tx, citizenId)
}
