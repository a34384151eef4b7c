import type { Room } from '../platform/room/room.ts'
import { DATABASE_EVENTS } from './events.ts'

/** What operators do with the whole database. */
export const BACKUPS = {
  events: DATABASE_EVENTS,
} satisfies Room
