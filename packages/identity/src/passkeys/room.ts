import type { RoomAtMoments } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { dropYoungPasskeys } from './drop-young-passkeys.ts'
import { erasePasskeys } from './erase-passkeys.ts'
import { passkeyRoutes } from './routes.ts'
import { PASSKEY_TABLES } from './tables.ts'
import { tellPasskeys } from './tell-passkeys.ts'

/** Passkeys, and what was asked of them. */
export const PASSKEYS = {
  routes: passkeyRoutes,
  tables: PASSKEY_TABLES,
  erase: erasePasskeys,
  young: { keys: 'passkeys', drop: dropYoungPasskeys },
  revoke: async ({ db }, { citizenId }) => erasePasskeys(db, citizenId),
  tell: { passkeys: tellPasskeys },
} satisfies Room & RoomAtMoments
