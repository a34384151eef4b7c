import type { Database } from '../platform/postgres/database.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { deleteWrongCodes } from './wrong-code-store.ts'

/** Deletes everything of a closed account: apps, codes, and the wrong codes of others. */
export async function eraseCodes(tx: Database, citizenId: string): Promise<void> {
  await removeSecondFactor(tx, citizenId)
  await deleteWrongCodes(tx, citizenId)
}
