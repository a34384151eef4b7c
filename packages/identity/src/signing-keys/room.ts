import type { Room } from '../platform/room/room.ts'

/** The keys that sign ID tokens, sealed. */
export const SIGNING_KEYS = {
  tables: { signing_keys: { placement: 'copied', backup: 'kept' } },
} satisfies Room
