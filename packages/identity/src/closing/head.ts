import type { RoomWithTables } from '../platform/room/room.ts'
import { CLOSING_FINDINGS } from './findings.ts'
import { CLOSING_TABLES } from './tables.ts'

/** The tables of accounts that are to be closed, and what they tell a supporter. */
export const CLOSING_HEAD: RoomWithTables = {
  tables: CLOSING_TABLES,
  holds: async () => (await import('./holds.ts')).CLOSING_HOLDS,
  findings: CLOSING_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-closing.ts')).explainClosing(needs, caller),
}
