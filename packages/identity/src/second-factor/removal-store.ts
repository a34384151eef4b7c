import type { Database } from '../platform/postgres/database.ts'

/** Deletes the wait of a citizen for the removal of the codes. */
export async function deleteRemoval(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from second_factor_removals where citizen_id = ${citizenId}`
}
