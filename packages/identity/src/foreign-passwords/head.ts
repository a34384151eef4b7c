import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table: its hashes stand where ours stand, sealed. */
export const FOREIGN_PASSWORDS_HEAD: RoomWithTables = {
  tables: {},
  sealed: {
    name: 'Passwords of other systems',
    one: 'password hash',
    many: 'password hashes',
    countByKey: async (db) => (await import('./foreign-store.ts')).countHashesByKey(db),
    findOthers: async (db, batch) => (await import('./reseal-hashes.ts')).findOtherHashes(db, batch),
    replace: async (db, value, resealed) =>
      (await import('./reseal-hashes.ts')).replaceHash(db, value, resealed),
  },
}
