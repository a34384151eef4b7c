import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { waitingActs } from './migrations/0041-waiting-acts.ts'
import { askers } from './migrations/0055-askers.ts'
import { WAITING_TABLES } from './tables.ts'

/** The table of acts that wait, and how they wait. */
export const FOUR_EYES_HEAD = {
  tables: WAITING_TABLES,
  migrations: [waitingActs, askers],
  holds: async () => [
    { table: 'waiting_acts', because: 'it is what operators ask for, and not what a citizen has' },
  ],
  consents: async () => (await import('./consents.ts')).CONSENTS,
} satisfies RoomWithTables & RoomForOperators
