import type { RoomAtMoments } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { dropYoungApps } from './drop-young-apps.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { secondFactorRoutes } from './routes.ts'
import { CODE_TABLES } from './tables.ts'
import { tellCodes } from './tell-codes.ts'

/** Apps for codes, recovery codes, and sign-ins that wait for a code. */
export const SECOND_FACTOR = {
  routes: secondFactorRoutes,
  tables: CODE_TABLES,
  erase: removeSecondFactor,
  young: { keys: 'apps', drop: dropYoungApps },
  tell: { codes: tellCodes },
} satisfies Room & RoomAtMoments
