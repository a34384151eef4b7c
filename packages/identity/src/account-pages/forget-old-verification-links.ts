import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteExpiredVerificationLinks } from './verification-link-store.ts'

/** Removes verification links that are over, at most so many; tells how many went. */
export async function forgetOldVerificationLinks(
  { db, clock }: { db: Database; clock: Clock },
  most: number,
): Promise<number> {
  return deleteExpiredVerificationLinks(db, clock.now(), most)
}
