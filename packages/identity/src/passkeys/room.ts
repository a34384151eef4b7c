import type { RoomAtMoments, RoomOnHome } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import type { RoomWithFactor } from '../sign-in/index.ts'
import { erasePasskeys } from './erase-passkeys.ts'
import { PASSKEY_EVENTS } from './events.ts'
import { PASSKEY_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { ownPasskeys } from './own-passkeys.ts'
import { passkeyFactor } from './passkey-factor.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { findRecentPasskeys, removeRecentPasskeys } from './remove-recent-passkeys.ts'
import { passkeyRoutes } from './routes.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** Passkeys, and what was asked of them. */
export const PASSKEYS = {
  routes: passkeyRoutes,
  words: PASSKEY_WORDS,
  limits: PASSKEY_LIMITS,
  events: PASSKEY_EVENTS,
  accountLink: {
    path: PASSKEY_PATHS.page,
    label: partOf(PASSKEY_WORDS, ({ nav }) => nav),
    rank: 30,
    within: 'security',
  },
  factor: passkeyFactor,
  erase: erasePasskeys,
  recent: {
    factors: 'passkeys',
    said: partOf(PASSKEY_WORDS, ({ recentRemoved }) => recentRemoved),
    will: partOf(PASSKEY_WORDS, ({ recentWill }) => recentWill),
    find: findRecentPasskeys,
    remove: removeRecentPasskeys,
  },
  revokeFactors: async ({ db }, { citizenId }) => erasePasskeys(db, citizenId),
  ownData: { passkeys: ownPasskeys },
  onHome: ON_HOME,
} satisfies Room & RoomAtMoments & RoomWithFactor & RoomOnHome
