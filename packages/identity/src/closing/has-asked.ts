import type { Database } from '../platform/postgres/database.ts'
import { findClosing } from './closing-store.ts'

/** Whether a citizen has asked to close the account, and the waiting period is not over. */
export async function hasAsked(db: Database, citizenId: string): Promise<boolean> {
  return (await findClosing(db, citizenId)) !== undefined
}
