import type { RoomWithTables } from '../platform/room/room.ts'
import { REMOVAL_TABLES } from './tables.ts'

/** The tables of removals that wait, and what they tell a supporter. */
export const LOST_APP_HEAD: RoomWithTables = {
  tables: REMOVAL_TABLES,
  holds: async () => (await import('./holds.ts')).REMOVAL_HOLDS,
  explains: async (needs, caller) => (await import('./explain-removal.ts')).explainRemoval(needs, caller),
}
