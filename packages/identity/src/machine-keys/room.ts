import type { Room } from '../platform/room/room.ts'
import { MACHINE_KEY_EVENTS } from './events.ts'

/** Keys of machines. */
export const MACHINE_KEYS = { events: MACHINE_KEY_EVENTS } satisfies Room
