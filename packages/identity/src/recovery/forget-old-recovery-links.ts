import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteExpiredRecoveryLinks } from './recovery-link-store.ts'

/** Removes recovery links that are over, at most so many; tells how many went. */
export async function forgetOldRecoveryLinks(
  { db, clock }: { db: Database; clock: Clock },
  most: number,
): Promise<number> {
  return deleteExpiredRecoveryLinks(db, clock.now(), most)
}
