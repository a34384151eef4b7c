import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteExpiredRegistrations } from './registration-store.ts'

/** Removes registrations whose link is over, at most so many; tells how many went. */
export async function forgetOldRegistrations(
  { db, clock }: { db: Database; clock: Clock },
  most: number,
): Promise<number> {
  return deleteExpiredRegistrations(db, clock.now(), most)
}
