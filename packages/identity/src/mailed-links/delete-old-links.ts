import type { Basics } from '../platform/foundation.ts'
import { RECOVERY_LINKS, REGISTRATIONS, VERIFICATION_LINKS } from './link-store.ts'

/** Deletes expired links, at most `most` from each table. Returns how many. */
export async function deleteOldLinks(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const now = clock.now()
  const tables = [REGISTRATIONS, RECOVERY_LINKS, VERIFICATION_LINKS]
  const deleted = await Promise.all(tables.map((table) => table.deleteExpired(db, now, most)))
  return deleted.flat().length
}
