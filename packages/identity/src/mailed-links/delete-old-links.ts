import type { Purge } from '../platform/postgres/purge.ts'
import { RECOVERY_LINKS, REGISTRATIONS, VERIFICATION_LINKS } from './link-store.ts'

/** Delete expired links of each kind. */
export const LINK_PURGES: readonly Purge[] = [REGISTRATIONS, RECOVERY_LINKS, VERIFICATION_LINKS].map(
  (table) =>
    ({ db, clock }, batch) =>
      table.deleteExpired(db, clock.now(), batch),
)
