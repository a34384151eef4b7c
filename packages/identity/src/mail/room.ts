import type { Room } from '../platform/room/room.ts'
import { MAIL_EVENTS } from './events.ts'

/** Letters that wait, and that were refused. A backup that had them would send them twice. */
export const MAIL = {
  events: MAIL_EVENTS,
} satisfies Room
