import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findRemoval } from './removal-store.ts'

/** When the apps of a citizen go. Nothing where no removal waits. */
export async function removalDueAt(db: Database, citizenId: string): Promise<UnixSeconds | undefined> {
  return (await findRemoval(db, citizenId))?.dueAt
}
