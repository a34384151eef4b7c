import type { Room } from '../platform/room/room.ts'
import { CLIENT_EVENTS } from './events.ts'
import { CLIENT_TABLES } from './tables.ts'

/** Registered programs. */
export const CLIENTS = {
  events: CLIENT_EVENTS,
  tables: CLIENT_TABLES,
} satisfies Room
