import { BY_CITIZEN, type Tables } from '../platform/postgres/table.ts'

/** Which accounts are investigated. */
export const INVESTIGATION_TABLES = {
  // Since when and until when looks at an account are held back from its citizen, and who began it (decision 130). Why, the audit has. A row whose end has passed holds nothing back.
  investigations: { placement: BY_CITIZEN, backup: 'kept' },
} satisfies Tables
