import type { RoomWithTables } from '../platform/room/room.ts'
import { ACCESS_FINDINGS } from './findings.ts'
import { ACCESS_TABLES } from './tables.ts'

/** The tables of what citizens have given to programs, and what they tell a supporter. */
export const ACCESS_HEAD: RoomWithTables = {
  tables: ACCESS_TABLES,
  holds: async () => (await import('./holds.ts')).ACCESS_HOLDS,
  findings: ACCESS_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-access.ts')).explainAccess(needs, caller),
}
