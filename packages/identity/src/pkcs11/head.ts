import type { RoomOfKeyToken } from '../platform/key-token.ts'
import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table: the place of a key is sealed where a private key is. */
export const PKCS11_HEAD: RoomWithTables & RoomOfKeyToken = {
  tables: {},
  keyToken: async () => (await import('./index.ts')).openKeyToken,
}
