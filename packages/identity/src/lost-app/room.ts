import type { RoomAtMoments } from '../moments/index.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { deleteRemoval } from './removal-store.ts'
import { lostAppRoutes } from './routes.ts'
import { settleRemovals } from './settle-removals.ts'
import { stopRemovalBecause } from './stop-removal.ts'
import { tellRemoval } from './tell-removal.ts'

/** What a citizen does who has lost the app. */
export const LOST_APP = {
  routes: lostAppRoutes,
  tables: {
    // Whoever stopped it after the backup would lose the app.
    app_removals: { placement: BY_CITIZEN, backup: 'left-out' },
  },
  erase: deleteRemoval,
  settle: settleRemovals,
  recovered: stopRemovalBecause('recovery'),
  revoke: stopRemovalBecause('was-not-me'),
  provenMore: stopRemovalBecause('signed-in'),
  tell: { app_removal: tellRemoval },
} satisfies Room & RoomAtMoments
