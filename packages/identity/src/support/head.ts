import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { RECENT_FINDINGS } from './findings.ts'

/** What a supporter asks. The room has no tables. */
export const SUPPORT_HEAD = {
  tables: {},
  findings: RECENT_FINDINGS,
  questions: [
    {
      verb: 'why',
      summary: 'Say why somebody cannot get in, what you may do, and what to tell the caller',
      operand: 'WHO',
      ask: async (needs, who) => (await import('./index.ts')).whyNotIn(needs, who),
    },
  ],
} satisfies RoomWithTables & RoomForOperators
