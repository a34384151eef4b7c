import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Tables } from '../platform/postgres/table.ts'

/** The clocks of two processes may differ. After this time every process sees a window as ended. */
const GRACE_SECONDS = 60

/** The counters of the limits. */
export const LIMIT_TABLES = {
  // Unlogged: losing them in a crash costs a citizen nothing.
  rate_counters: {
    placement: { by: 'counter' },
    backup: 'left-out',
    purge: purgeExpired({ table: 'rate_counters', overAt: 'window_ends_at', keptSeconds: GRACE_SECONDS }),
    madeBy: `
create unlogged table rate_counters (
  counter        text        not null primary key,
  spent          integer     not null,
  window_ends_at timestamptz not null
);
create index rate_counters_by_end on rate_counters (window_ends_at);`,
  },
} satisfies Tables
