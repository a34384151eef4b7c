import type { RoomAtMoments, RoomOnHome } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import type { RoomWithFactor } from '../sign-in/index.ts'
import { codeFactor } from './code-factor.ts'
import { eraseCodes } from './erase-codes.ts'
import { CODE_EVENTS } from './events.ts'
import { CODE_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { ownCodes } from './own-codes.ts'
import { findRecentApps, removeRecentApps } from './remove-recent-apps.ts'
import { secondFactorRoutes } from './routes.ts'
import { CODE_WORDS } from './words/index.ts'
import { deleteWrongCodes } from './wrong-code-store.ts'

/** Apps for codes, recovery codes, and sign-ins that wait for a code. */
export const SECOND_FACTOR = {
  routes: secondFactorRoutes,
  words: CODE_WORDS,
  limits: CODE_LIMITS,
  events: CODE_EVENTS,
  accountLink: {
    path: PATHS.codes,
    label: partOf(CODE_WORDS, ({ nav }) => nav),
    rank: 40,
    within: 'security',
  },
  factor: codeFactor,
  erase: eraseCodes,
  forgive: deleteWrongCodes,
  recent: {
    factors: 'apps',
    said: partOf(CODE_WORDS, ({ recentRemoved }) => recentRemoved),
    will: partOf(CODE_WORDS, ({ recentWill }) => recentWill),
    find: findRecentApps,
    remove: removeRecentApps,
  },
  ownData: { codes: ownCodes },
  onHome: ON_HOME,
} satisfies Room & RoomAtMoments & RoomWithFactor & RoomOnHome
