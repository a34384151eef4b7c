import type { Database } from '../platform/postgres/database.ts'
import { deleteRecoveryLinks } from './recovery-link-store.ts'

/** Ends every mailed link of a citizen who set another password without one, in the caller's transaction. */
export async function endRecoveryLinks(tx: Database, citizenId: string): Promise<void> {
  await deleteRecoveryLinks(tx, citizenId)
}
