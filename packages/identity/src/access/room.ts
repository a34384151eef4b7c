import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { eraseAccess } from './end-access.ts'
import { ACCESS_EVENTS } from './events.ts'
import { tellPrograms, tellSessions } from './tell-access.ts'
import { ACCESS_WORDS } from './words/index.ts'

/** How long a spent code is kept, so that its replay ends what it gave. */
const CODE_MEMORY_SECONDS = 24 * 60 * 60

/** The clocks of two processes may differ. After this time every process sees the row as expired. */
const GRACE_SECONDS = 60

const AT_END = { overAt: 'expires_at', indexedInUtc: true } as const

/** Who is signed in, and where. */
export const ACCESS = {
  words: ACCESS_WORDS,
  events: ACCESS_EVENTS,
  tables: {
    access_tokens: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'access_tokens', keptSeconds: GRACE_SECONDS, ...AT_END }),
    },
    authorization_codes: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'authorization_codes', keptSeconds: CODE_MEMORY_SECONDS, ...AT_END }),
    },
    grants: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'grants', keptSeconds: GRACE_SECONDS, ...AT_END }),
    },
    sessions: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'sessions', ...AT_END }),
    },
    connections: { placement: BY_CITIZEN, backup: 'kept' },
    refresh_tokens: { placement: 'gone', backup: 'left-out' },
  },
  erase: eraseAccess,
  tell: { sessions: tellSessions, programs: tellPrograms },
} satisfies Room
