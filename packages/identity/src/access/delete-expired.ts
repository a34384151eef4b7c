import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  deleteExpiredAccessTokens,
  deleteExpiredCodes,
  deleteExpiredGrants,
  deleteExpiredSessions,
} from './statements/delete-expired.ts'

/** How long a spent code is kept, so that its replay ends what it gave. */
const CODE_MEMORY_SECONDS = 24 * 60 * 60

/** The clocks of two processes may differ. After this time every process sees the row as expired. */
const GRACE_SECONDS = 60

/** Deletes expired sessions, codes, tokens and grants, at most `most` of each; returns how many rows it deleted. */
export async function deleteExpiredAccess(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  most: number,
): Promise<number> {
  const now = clock.now()
  const expired = plusSeconds(now, -GRACE_SECONDS)
  const counts = await Promise.all([
    deleteExpiredAccessTokens(db, expired, most),
    deleteExpiredCodes(db, plusSeconds(now, -CODE_MEMORY_SECONDS), most),
    deleteExpiredGrants(db, expired, most),
    deleteExpiredSessions(db, now, most),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}
