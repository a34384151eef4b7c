import type { Room } from '../platform/room/room.ts'
import { RECOVERY_EVENTS } from './events.ts'
import { recoveryRoutes } from './routes.ts'
import { RECOVERY_WORDS } from './words/index.ts'

/** A new password by mail, and a new browser. */
export const RECOVERY = {
  routes: recoveryRoutes,
  words: RECOVERY_WORDS,
  events: RECOVERY_EVENTS,
} satisfies Room
