import type { Room } from '../platform/room/room.ts'

/** Registered programs. */
export const CLIENTS = {
  tables: {
    clients: { placement: 'copied', backup: 'kept', meansUse: true },
    client_secrets: { placement: 'copied', backup: 'kept' },
  },
} satisfies Room
