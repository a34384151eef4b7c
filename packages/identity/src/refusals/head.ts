import type { RoomBeside } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { REFUSAL_FINDINGS } from './findings.ts'
import type { KeepNeeds } from './keep-refusals.ts'
import { refusedRequests } from './migrations/0052-refused-requests.ts'
import { programsOfRefusals } from './migrations/0054-programs-of-refusals.ts'
import { REFUSAL_TABLES } from './tables.ts'

/** The table of the pages that refused, who fills it, and what it tells a supporter. */
export const REFUSALS_HEAD = {
  tables: REFUSAL_TABLES,
  migrations: [refusedRequests, programsOfRefusals],
  findings: REFUSAL_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-refusal.ts')).explainRefusal(needs, caller),
  beside: async (needs) => (await import('./keep-refusals.ts')).keepRefusals(needs),
} satisfies RoomWithTables & RoomBeside<KeepNeeds>
