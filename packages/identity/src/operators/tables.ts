import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Who may enter the console. */
export const OPERATOR_TABLES = {
  // Which citizens are operators, under which name their acts stand in the audit, and what they may do. A restore would let in again whoever was
  // removed since the backup.
  operators: { placement: BY_CITIZEN, backup: 'left-out' },
} satisfies Tables
