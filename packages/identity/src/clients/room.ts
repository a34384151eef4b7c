import type { Room } from '../platform/room/room.ts'
import { CLIENT_EVENTS } from './events.ts'

/** Registered programs. */
export const CLIENTS = {
  events: CLIENT_EVENTS,
} satisfies Room
