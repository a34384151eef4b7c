import type { RoomWithTables } from '../platform/room/room.ts'
import { consoleOperators } from './migrations/0042-operators.ts'
import { OPERATOR_TABLES } from './tables.ts'

/** The table of operators. */
export const OPERATORS_HEAD: RoomWithTables = {
  tables: OPERATOR_TABLES,
  migrations: [consoleOperators],
  holds: async () => (await import('./holds.ts')).OPERATOR_HOLDS,
}
