import type { CitizenOrder, RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { CODE_FINDINGS } from './findings.ts'
import { CODE_TABLES } from './tables.ts'

const RESET_CODES: CitizenOrder = {
  verb: 'reset-second-factor',
  summary: 'Remove every app for codes and every recovery code of a citizen, who signs in with the password',
  fromConsole: {
    role: 'security',
    words: async () => partOf((await import('./words/index.ts')).CODE_WORDS, ({ acts }) => acts.reset),
    whyNothing: async (...asked) => (await import('./why-no-reset.ts')).whyNoReset(...asked),
  },
  useCase: async (needs, request) =>
    (await import('./reset-second-factor.ts')).resetSecondFactor(needs, request),
}

/** The tables of apps and codes, and what operators may do with those of one citizen. */
export const SECOND_FACTOR_HEAD = {
  tables: CODE_TABLES,
  letters: async () => Object.values((await import('./letters.ts')).CODE_LETTERS),
  holds: async () => (await import('./holds.ts')).CODE_HOLDS,
  trustedKeys: async (db, citizenId) => (await import('./trusted-keys.ts')).codesTrustedSince(db, citizenId),
  findings: CODE_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-codes.ts')).explainCodes(needs, caller),
  orders: [RESET_CODES],
  sealed: {
    ...{ name: 'Codes', one: 'app for codes', many: 'apps for codes' },
    countByKey: async (db) => (await import('./authenticator-store.ts')).countAppsByKey(db),
    findOthers: async (db, batch) => (await import('./reseal-apps.ts')).findOtherApps(db, batch),
    replace: async (db, value, resealed) =>
      (await import('./reseal-apps.ts')).replaceSecret(db, value, resealed),
  },
} satisfies RoomWithTables & RoomForOperators
