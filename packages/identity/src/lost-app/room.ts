import { type RoomAtMoments, type RoomOnHome, type RoomOnPages, stopBecause } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { carryOutRemovals } from './carry-out-removals.ts'
import { LOST_APP_EVENTS } from './events.ts'
import { LOST_APP_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { ON_PAGES } from './on-pages.ts'
import { ownRemoval } from './own-removal.ts'
import { deleteRemoval } from './removal-store.ts'
import { lostAppRoutes } from './routes.ts'
import { stopRemoval } from './stop-removal.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** What a citizen does who has lost the app. */
export const LOST_APP = {
  routes: lostAppRoutes,
  words: LOST_APP_WORDS,
  limits: LOST_APP_LIMITS,
  events: LOST_APP_EVENTS,
  erase: deleteRemoval,
  carryOut: carryOutRemovals,
  recovered: stopBecause(stopRemoval, 'recovery'),
  revokeFactors: stopBecause(stopRemoval, 'was-not-me'),
  afterStrongSignIn: stopBecause(stopRemoval, 'signed-in'),
  ownData: { app_removal: ownRemoval },
  onPages: ON_PAGES,
  onHome: ON_HOME,
} satisfies Room & RoomAtMoments & RoomOnPages & RoomOnHome
