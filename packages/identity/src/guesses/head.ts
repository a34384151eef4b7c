import type { RoomWithTables } from '../platform/room/room.ts'
import { GUESS_FINDINGS } from './findings.ts'
import { GUESS_TABLES } from './tables.ts'

/** The tables of browsers and failures, and what they tell a supporter. */
export const GUESSES_HEAD: RoomWithTables = {
  tables: GUESS_TABLES,
  holds: async () => (await import('./holds.ts')).GUESS_HOLDS,
  findings: GUESS_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-guesses.ts')).explainGuesses(needs, caller),
}
