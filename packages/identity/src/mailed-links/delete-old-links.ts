import type { Purge } from '../platform/postgres/purge.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'

/** Delete expired links of each kind. */
export const LINK_PURGES: readonly Purge[] = [
  purgeExpired({ table: 'registrations', overAt: 'expires_at' }),
  purgeExpired({ table: 'recovery_links', overAt: 'expires_at' }),
  purgeExpired({ table: 'verification_links', overAt: 'expires_at' }),
]
