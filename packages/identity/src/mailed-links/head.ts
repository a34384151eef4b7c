import type { RoomWithTables } from '../platform/room/room.ts'
import { waitingRegistrations } from './migrations/0037-waiting-registrations.ts'
import { LINK_TABLES } from './tables.ts'

/** The tables of mailed links, and what they tell a supporter. */
export const MAILED_LINKS_HEAD: RoomWithTables = {
  tables: LINK_TABLES,
  migrations: [waitingRegistrations],
  holds: async () => (await import('./holds.ts')).LINK_HOLDS,
  explains: async (needs, caller) => (await import('./explain-links.ts')).explainLinks(needs, caller),
}
