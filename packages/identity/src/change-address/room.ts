import type { RoomAtMoments } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { forgetChange } from './forget-change.ts'
import { changeAddressRoutes } from './routes.ts'
import { settleChanges } from './settle-changes.ts'
import { stopChangeBecause } from './stop-change.ts'
import { CHANGE_TABLES } from './tables.ts'
import { tellChange } from './tell-change.ts'

/** A new address for an account. */
export const CHANGE_ADDRESS = {
  routes: changeAddressRoutes,
  tables: CHANGE_TABLES,
  erase: forgetChange,
  settle: settleChanges,
  recovered: stopChangeBecause('recovery'),
  revoke: stopChangeBecause('was-not-me'),
  tell: { address_change: tellChange },
} satisfies Room & RoomAtMoments
