import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteExpiredAccessTokens, deleteExpiredCodes, deleteExpiredGrants } from './statements/forget-expired.ts'

/** A spent code is remembered this long, so that its replay ends what it gave. */
const CODE_MEMORY_SECONDS = 24 * 60 * 60

/** Clocks of processes may differ; nothing goes before every one of them calls it expired. */
const GRACE_SECONDS = 60

/** Removes codes, tokens and grants that are over, at most so many of each; tells how many went. */
export async function forgetExpiredGrants(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  most: number,
): Promise<number> {
  const expired = plusSeconds(clock.now(), -GRACE_SECONDS)
  const counts = await Promise.all([
    deleteExpiredAccessTokens(db, expired, most),
    deleteExpiredCodes(db, plusSeconds(clock.now(), -CODE_MEMORY_SECONDS), most),
    deleteExpiredGrants(db, expired, most),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}
