import type { RoomWithTables } from '../platform/room/room.ts'
import { auditSeals } from './migrations/0039-audit-seals.ts'
import { SEAL_TABLES } from './tables.ts'

/** The table of the seals, and what has changed it. */
export const AUDIT_SEALS_HEAD: RoomWithTables = {
  tables: SEAL_TABLES,
  migrations: [auditSeals],
}
