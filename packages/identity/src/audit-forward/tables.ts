import type { Tables } from '../platform/postgres/table.ts'

/** How far the audit has been sent. */
export const DESTINATION_TABLES = {
  // A row for each destination. Everything up to `sent_event` of `sent_transaction` is delivered, in the order of transactions of the server and table
  // that `history` names; after a restore, events of before go by their time first, behind `walked_at`. `reached_at` is the time of the newest event that was delivered, `closed_day` the last day whose closing
  // hash was, and `closed_at` when such a hash was delivered last. A delivery is named (`delivery_id`, its number of events, or the last day of its closing hashes) before it is sent, so that it has the same id when it is sent again. Until `due_at`
  // one process sends it, or all wait after a fault. `version` rises with each change, so that of two processes one makes it.
  audit_destinations: { placement: 'copied', backup: 'kept' },
} satisfies Tables
