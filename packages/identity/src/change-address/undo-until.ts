import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findChange } from './address-change-store.ts'

/** Until when the old address can take the account back. Nothing where it has not been changed, or not lately. */
export async function undoUntil(db: Database, citizenId: string): Promise<UnixSeconds | undefined> {
  const change = await findChange(db, citizenId)
  return change === undefined || change.doneAt === null ? undefined : change.nextAt
}
