import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { CLOSING_FINDINGS } from './findings.ts'
import { CLOSING_TABLES } from './tables.ts'

/** The tables of accounts that are to be closed, and what they tell a supporter. */
export const CLOSING_HEAD = {
  tables: CLOSING_TABLES,
  letters: async () => Object.values((await import('./letters.ts')).CLOSING_LETTERS),
  holds: async () => (await import('./holds.ts')).CLOSING_HOLDS,
  findings: CLOSING_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-closing.ts')).explainClosing(needs, caller),
} satisfies RoomWithTables & RoomForOperators
