import { plusSeconds } from '../platform/clock.ts'
import type { Purge } from '../platform/postgres/purge.ts'
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

/** Delete expired access tokens, codes, grants and sessions. */
export const ACCESS_PURGES: readonly Purge[] = [
  ({ db, clock }, batch) => deleteExpiredAccessTokens(db, plusSeconds(clock.now(), -GRACE_SECONDS), batch),
  ({ db, clock }, batch) => deleteExpiredCodes(db, plusSeconds(clock.now(), -CODE_MEMORY_SECONDS), batch),
  ({ db, clock }, batch) => deleteExpiredGrants(db, plusSeconds(clock.now(), -GRACE_SECONDS), batch),
  ({ db, clock }, batch) => deleteExpiredSessions(db, clock.now(), batch),
]
