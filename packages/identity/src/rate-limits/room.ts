import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import type { Room } from '../platform/room/room.ts'
import { COMMON_LIMITS } from './limits.ts'
import type { RateLimits } from './rate-limits.ts'

/** The clocks of two processes may differ. After this time every process sees a window as ended. */
const GRACE_SECONDS = 60

/** The counters of the limits. */
export const RATE_LIMITS = {
  limits: COMMON_LIMITS,
  metrics: ({ limits }: { readonly limits: Pick<RateLimits, 'metrics'> }) => limits.metrics,
  tables: {
    rate_counters: {
      placement: { by: 'counter' },
      backup: 'left-out',
      purge: purgeExpired({ table: 'rate_counters', overAt: 'window_ends_at', keptSeconds: GRACE_SECONDS }),
    },
  },
} satisfies Room
