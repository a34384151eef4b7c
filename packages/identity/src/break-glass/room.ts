import type { Room } from '../platform/room/room.ts'
import { deleteGlassOf } from './break-glass-store.ts'
import { BREAK_GLASS_EVENTS } from './events.ts'
import { glassMetrics } from './glass-metrics.ts'
import { BREAK_GLASS_WORDS } from './words/index.ts'

/** A way into the console when nobody can sign in. */
export const BREAK_GLASS_ROOM = {
  words: BREAK_GLASS_WORDS,
  events: BREAK_GLASS_EVENTS,
  metrics: glassMetrics,
  erase: deleteGlassOf,
} satisfies Room<{ readonly db: Parameters<typeof glassMetrics>[0]['db'] }>
