import type { Room } from '../platform/room/room.ts'
import { SIGN_IN_EVENTS } from './events.ts'
import { signInRoutes } from './routes.ts'
import { SIGN_IN_WORDS } from './words/index.ts'

/** Signing in. */
export const SIGN_IN = {
  routes: signInRoutes,
  words: SIGN_IN_WORDS,
  events: SIGN_IN_EVENTS,
} satisfies Room
