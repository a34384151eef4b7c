import type { Tables } from '../platform/postgres/table.ts'

/** What says that the audit is still what it was. */
export const SEAL_TABLES = {
  // A seal of some events of one day, in a chain: `event_ids` are their ids in order, of 16 bytes each, `digest` a hash of the events, and `hash` one of this row and
  // of the row before. `mac` needs the secret key of the service. A chain goes on while the tables are those that it began in. Every transaction below `sealed_below` is sealed; what was
  // written before the chain began (`begun_below`) is sealed by its time, up to `walked_at` and `walked_id`, or wholly where these are null.
  audit_seals: { placement: 'copied', backup: 'kept', compared: ['hash'] },
} satisfies Tables
