import type { RoomOnHome } from '../moments/index.ts'
import type { Room } from '../platform/room/room.ts'
import { ACCOUNT_EVENTS } from './events.ts'
import { ACCOUNT_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { accountRoutes } from './routes.ts'
import { ACCOUNT_WORDS } from './words/index.ts'

/** What citizens see and change of their account. */
export const ACCOUNT_PAGES = {
  routes: accountRoutes,
  words: ACCOUNT_WORDS,
  limits: ACCOUNT_LIMITS,
  events: ACCOUNT_EVENTS,
  onHome: ON_HOME,
} satisfies Room & RoomOnHome
