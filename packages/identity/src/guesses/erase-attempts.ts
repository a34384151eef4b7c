import type { Database } from '../platform/postgres/database.ts'
import { deleteDevicesOfCitizen } from './known-device-store.ts'
import { deleteWrongCodes } from './wrong-code-store.ts'

/** Deletes the known browsers of a citizen and the wrong codes at the account. */
export async function eraseAttempts(tx: Database, citizenId: string): Promise<void> {
  await deleteDevicesOfCitizen(tx, citizenId)
  await deleteWrongCodes(tx, citizenId)
}
