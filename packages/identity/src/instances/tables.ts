import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** One that has not said for so long that it runs is forgotten. */
const KEPT_SECONDS = 60 * 60

/** Who runs. */
export const INSTANCE_TABLES = {
  // A row for each process of the service: where it runs, with which settings, and when it last said so. It deletes its row when it ends in order.
  instances: {
    placement: 'copied',
    backup: 'left-out',
    purge: purgeExpired({ table: 'instances', overAt: 'seen_at', keptSeconds: KEPT_SECONDS }),
  },
} satisfies Tables
