import type { Room } from '../platform/room/room.ts'
import { CLIENT_EVENTS } from './events.ts'
import { programHomes } from './migrations/0032-program-homes.ts'
import { CLIENT_TABLES } from './tables.ts'

/** Registered programs. */
export const CLIENTS = {
  events: CLIENT_EVENTS,
  tables: CLIENT_TABLES,
  migrations: [programHomes],
} satisfies Room
