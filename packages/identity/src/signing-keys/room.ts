import type { Room } from '../platform/room/room.ts'
import { SIGNING_KEY_EVENTS } from './events.ts'
import { signingKeyMetrics } from './key-metrics.ts'

/** The keys that sign ID tokens, sealed. */
export const SIGNING_KEYS = {
  events: SIGNING_KEY_EVENTS,
  metrics: signingKeyMetrics,
} satisfies Room
