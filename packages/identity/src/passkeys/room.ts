import type { RoomAtMoments } from '../moments/index.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { dropYoungPasskeys } from './drop-young-passkeys.ts'
import { erasePasskeys } from './erase-passkeys.ts'
import { passkeyRoutes } from './routes.ts'
import { tellPasskeys } from './tell-passkeys.ts'

/** Passkeys, and what was asked of them. */
export const PASSKEYS = {
  routes: passkeyRoutes,
  tables: {
    passkeys: { placement: BY_CITIZEN, backup: 'kept' },
    passkey_offers: { placement: BY_CITIZEN, backup: 'kept' },
    spent_challenges: {
      placement: { by: 'challenge_hash' },
      backup: 'left-out',
      purge: purgeExpired({ table: 'spent_challenges', overAt: 'expires_at' }),
    },
  },
  erase: erasePasskeys,
  young: { keys: 'passkeys', drop: dropYoungPasskeys },
  revoke: async ({ db }, { citizenId }) => erasePasskeys(db, citizenId),
  tell: { passkeys: tellPasskeys },
} satisfies Room & RoomAtMoments
