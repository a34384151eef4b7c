import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Room } from '../platform/room/room.ts'

/** Answers of forms. One may have a session cookie or an authorization code. */
export const HOSTED_PAGE = {
  tables: {
    answered_forms: {
      placement: { by: 'form' },
      backup: 'left-out',
      purge: purgeExpired({ table: 'answered_forms', overAt: 'expires_at' }),
    },
  },
} satisfies Room
