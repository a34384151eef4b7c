import type { RoomAtMoments, RoomForOperators, RoomOnHome } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import type { RoomWithFactor } from '../sign-in/index.ts'
import { erasePasskeys } from './erase-passkeys.ts'
import { PASSKEY_EVENTS } from './events.ts'
import { PASSKEY_LIMITS } from './limits.ts'
import { listPasskeys } from './list-passkeys.ts'
import { ON_HOME } from './on-home.ts'
import { ownPasskeys } from './own-passkeys.ts'
import { passkeyFactor } from './passkey-factor.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { removeEveryPasskey } from './remove-every-passkey.ts'
import { findRecentPasskeys, removeRecentPasskeys } from './remove-recent-passkeys.ts'
import { passkeyRoutes } from './routes.ts'
import { PASSKEY_TABLES } from './tables.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** Passkeys, and what was asked of them. */
export const PASSKEYS = {
  routes: passkeyRoutes,
  tables: PASSKEY_TABLES,
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
  lists: [
    {
      noun: 'passkeys',
      summary: 'List the passkeys of a citizen',
      none: 'has no passkey',
      columns: { name: 'Name', backed_up: 'Backed up', created_at: 'Added', last_used_at: 'Last used' },
      rows: async (db, citizenId) =>
        (await listPasskeys(db, citizenId)).map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
          id,
          name,
          backed_up: backedUp,
          created_at: { at: createdAt },
          last_used_at: { at: lastUsedAt },
        })),
    },
  ],
  orders: [
    {
      verb: 'remove-passkeys',
      summary: 'Remove every passkey of a citizen, who signs in with the password; sessions stay',
      useCase: removeEveryPasskey,
      done: 'has no passkey any more',
      already: 'had no passkey',
    },
  ],
} satisfies Room & RoomAtMoments & RoomWithFactor & RoomForOperators & RoomOnHome
