import type { Room } from '../platform/room/room.ts'
import { ENROLLMENT_EVENTS } from './events.ts'
import { enrollmentRoutes } from './routes.ts'
import { ENROLLMENT_WORDS } from './words/index.ts'

/** Registration. */
export const ENROLLMENT = {
  routes: enrollmentRoutes,
  words: ENROLLMENT_WORDS,
  events: ENROLLMENT_EVENTS,
} satisfies Room
