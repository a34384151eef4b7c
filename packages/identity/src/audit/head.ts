import type { RoomWithTables } from '../platform/room/room.ts'
import { operators } from './migrations/0035-operators.ts'
import { auditSearches } from './migrations/0058-audit-searches.ts'
import { auditProgramsAndNetworks } from './migrations/0059-audit-programs-and-networks.ts'
import { AUDIT_TABLES } from './tables.ts'

/** The tables of the audit, and what has changed them. */
export const AUDIT_HEAD: RoomWithTables = {
  tables: AUDIT_TABLES,
  migrations: [operators, auditSearches, auditProgramsAndNetworks],
}
