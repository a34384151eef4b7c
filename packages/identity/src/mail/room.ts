import type { Room } from '../platform/room/room.ts'

/** Letters that wait. A backup that had them would send them twice. */
export const MAIL = {
  tables: { outbox: { placement: 'one-server', backup: 'left-out' } },
} satisfies Room
