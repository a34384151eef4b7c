import { freeReservedEmail } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteChange, findChange } from './address-change-store.ts'

/**
 * Deletes the change of a citizen, in the caller's transaction. The address before is free then, unless it is the account's own
 * again.
 */
export async function forgetChange(tx: Database, citizenId: string): Promise<void> {
  const change = await findChange(tx, citizenId)
  if (!change) return
  if (change.doneAt !== null) await freeReservedEmail(tx, { citizenId, email: change.oldEmail })
  await deleteChange(tx, citizenId)
}
