import type { RoomAtMoments, RoomOnPages } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { LOST_APP_EVENTS } from './events.ts'
import { LOST_APP_LIMITS } from './limits.ts'
import { ON_PAGES } from './on-pages.ts'
import { deleteRemoval } from './removal-store.ts'
import { lostAppRoutes } from './routes.ts'
import { settleRemovals } from './settle-removals.ts'
import { stopRemovalBecause } from './stop-removal.ts'
import { REMOVAL_TABLES } from './tables.ts'
import { tellRemoval } from './tell-removal.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** What a citizen does who has lost the app. */
export const LOST_APP = {
  routes: lostAppRoutes,
  tables: REMOVAL_TABLES,
  words: LOST_APP_WORDS,
  limits: LOST_APP_LIMITS,
  events: LOST_APP_EVENTS,
  erase: deleteRemoval,
  settle: settleRemovals,
  recovered: stopRemovalBecause('recovery'),
  revoke: stopRemovalBecause('was-not-me'),
  provenMore: stopRemovalBecause('signed-in'),
  tell: { app_removal: tellRemoval },
  onPages: ON_PAGES,
} satisfies Room & RoomAtMoments & RoomOnPages
