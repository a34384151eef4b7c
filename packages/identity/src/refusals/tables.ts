import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** Whoever calls about a page does so within days. */
const KEPT_SECONDS = 7 * 24 * 60 * 60

/** Which pages refused. */
export const REFUSAL_TABLES = {
  // A row for each page that refused and shows its number: why and until when, from which registered program, and nothing of who asked or what was typed.
  refused_requests: {
    placement: { by: 'request_id' },
    backup: 'left-out',
    purge: purgeExpired({ table: 'refused_requests', overAt: 'at', keptSeconds: KEPT_SECONDS }),
  },
} satisfies Tables
