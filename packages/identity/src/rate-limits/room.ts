import type { Room } from '../platform/room/room.ts'
import type { RateLimits } from './rate-limits.ts'

/** The counters of the limits. */
export const RATE_LIMITS = {
  metrics: ({ limits }: { readonly limits: Pick<RateLimits, 'metrics'> }) => limits.metrics,
} satisfies Room
