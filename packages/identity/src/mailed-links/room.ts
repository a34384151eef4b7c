import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { eraseLinks } from './account-links.ts'

/** Mailed links, by their hashes. */
export const MAILED_LINKS = {
  tables: {
    registrations: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'registrations', overAt: 'expires_at' }),
      meansUse: true,
    },
    recovery_links: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'recovery_links', overAt: 'expires_at' }),
    },
    verification_links: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'verification_links', overAt: 'expires_at' }),
    },
  },
  erase: eraseLinks,
} satisfies Room
