import type { RoomWithTables } from '../platform/room/room.ts'
import { KEY_TABLES } from './tables.ts'

/** The table of signing keys, which are sealed. */
export const SIGNING_KEYS_HEAD = {
  tables: KEY_TABLES,
  sealed: {
    ...{ name: 'Signing keys', one: 'signing key', many: 'signing keys' },
    countByKey: async (db) => (await import('./signing-key-store.ts')).countSigningKeysByKey(db),
    findOthers: async (db, batch) => (await import('./reseal-keys.ts')).findOtherKeys(db, batch),
    replace: async (db, value, resealed) =>
      (await import('./reseal-keys.ts')).replaceSealedKey(db, value, resealed),
  },
} satisfies RoomWithTables
