import type { Purge } from '../platform/postgres/purge.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'

/** How long a spent code is kept, so that its replay ends what it gave. */
const CODE_MEMORY_SECONDS = 24 * 60 * 60

/** The clocks of two processes may differ. After this time every process sees the row as expired. */
const GRACE_SECONDS = 60

const AT_END = { overAt: 'expires_at', indexedInUtc: true } as const

/** Delete expired access tokens, codes, grants and sessions. */
export const ACCESS_PURGES: readonly Purge[] = [
  purgeExpired({ table: 'access_tokens', keptSeconds: GRACE_SECONDS, ...AT_END }),
  purgeExpired({ table: 'authorization_codes', keptSeconds: CODE_MEMORY_SECONDS, ...AT_END }),
  purgeExpired({ table: 'grants', keptSeconds: GRACE_SECONDS, ...AT_END }),
  purgeExpired({ table: 'sessions', ...AT_END }),
]
