import type { Room } from '../platform/room/room.ts'
import { AUDIT_EVENTS } from './events.ts'

/** The events, and which days of them are in a file. */
export const AUDIT = {
  events: AUDIT_EVENTS,
} satisfies Room
