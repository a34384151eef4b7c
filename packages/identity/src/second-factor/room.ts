import type { RoomAtMoments } from '../moments/index.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { dropYoungApps } from './drop-young-apps.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { secondFactorRoutes } from './routes.ts'
import { tellCodes } from './tell-codes.ts'

/** Apps for codes, recovery codes, and sign-ins that wait for a code. */
export const SECOND_FACTOR = {
  routes: secondFactorRoutes,
  tables: {
    authenticators: { placement: BY_CITIZEN, backup: 'kept' },
    recovery_codes: { placement: BY_CITIZEN, backup: 'kept' },
    former_codes: { placement: BY_CITIZEN, backup: 'kept' },
    half_sign_ins: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'half_sign_ins', overAt: 'expires_at' }),
    },
  },
  erase: removeSecondFactor,
  young: { keys: 'apps', drop: dropYoungApps },
  tell: { codes: tellCodes },
} satisfies Room & RoomAtMoments
