import type { Room } from '../platform/room/room.ts'
import { SIGNING_KEY_EVENTS } from './events.ts'
import { signingKeyMetrics } from './key-metrics.ts'
import { KEY_TABLES } from './tables.ts'

/** The keys that sign ID tokens, sealed. */
export const SIGNING_KEYS = {
  events: SIGNING_KEY_EVENTS,
  tables: KEY_TABLES,
  metrics: signingKeyMetrics,
} satisfies Room
