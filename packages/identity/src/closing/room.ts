import type { RoomAtMoments, RoomOnHome, RoomOnPages } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import { closeDueAccounts } from './close-due-accounts.ts'
import { deleteClosing } from './closing-store.ts'
import { CLOSING_EVENTS } from './events.ts'
import { CLOSING_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { ON_PAGES } from './on-pages.ts'
import { CLOSE_ACCOUNT } from './paths.ts'
import { putOffClosing } from './put-off-closing.ts'
import { closingRoutes } from './routes.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** A citizen closes the own account. */
export const CLOSING = {
  routes: closingRoutes,
  words: CLOSING_WORDS,
  limits: CLOSING_LIMITS,
  events: CLOSING_EVENTS,
  erase: deleteClosing,
  carryOut: closeDueAccounts,
  onProfile: {
    link: { path: CLOSE_ACCOUNT, label: partOf(CLOSING_WORDS, ({ link }) => link) },
  },
  keepOpen: putOffClosing,
  onPages: ON_PAGES,
  onHome: ON_HOME,
} satisfies Room & RoomAtMoments & RoomOnPages & RoomOnHome
