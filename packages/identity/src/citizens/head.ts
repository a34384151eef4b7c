import type { RoomWithTables } from '../platform/room/room.ts'
import { STANDING_FINDINGS } from './findings.ts'
import { foreignHashes } from './migrations/0034-foreign-hashes.ts'
import { suspensions } from './migrations/0038-suspensions.ts'
import { searchByName } from './migrations/0050-search-by-name.ts'
import { CITIZEN_TABLES } from './tables.ts'

/** The tables of citizens, what has changed them, and what their standing tells a supporter. */
export const CITIZENS_HEAD: RoomWithTables = {
  tables: CITIZEN_TABLES,
  migrations: [foreignHashes, suspensions, searchByName],
  holds: async () => (await import('./holds.ts')).CITIZEN_HOLDS,
  findings: STANDING_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-standing.ts')).explainStanding(needs, caller),
}
