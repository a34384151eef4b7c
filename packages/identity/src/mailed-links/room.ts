import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { endLinks } from './account-links.ts'
import { MAILED_LINK_EVENTS } from './events.ts'
import { MAILED_LINK_LIMITS } from './limits.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** Mailed links, by their hashes. */
export const MAILED_LINKS = {
  words: MAILED_LINK_WORDS,
  limits: MAILED_LINK_LIMITS,
  events: MAILED_LINK_EVENTS,
  tables: {
    mailed_links: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'mailed_links', overAt: 'expires_at' }),
      meansUse: true,
    },
    registrations: { placement: 'gone', backup: 'left-out', meansUse: true },
    recovery_links: { placement: 'gone', backup: 'left-out' },
    verification_links: { placement: 'gone', backup: 'left-out' },
  },
  erase: (tx, citizenId) => endLinks(tx, 'everything', citizenId),
} satisfies Room
