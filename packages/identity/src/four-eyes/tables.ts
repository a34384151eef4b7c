import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** For so long somebody who consents too late is told so. */
const TOLD_SECONDS = 24 * 60 * 60

/** Acts that wait for another operator. */
export const WAITING_TABLES = {
  // Who asks for which act on whom, why, and what the act was said to do (decision 116). A restored one would be consented to without its asker.
  waiting_acts: {
    placement: 'one-server',
    backup: 'left-out',
    purge: purgeExpired({ table: 'waiting_acts', overAt: 'ends_at', keptSeconds: TOLD_SECONDS }),
  },
} satisfies Tables
