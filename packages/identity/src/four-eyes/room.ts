import type { Room } from '../platform/room/room.ts'
import { FOUR_EYES_EVENTS } from './events.ts'
import { deleteActsOn } from './waiting-act-store.ts'

/** Acts of operators that wait for another one. */
export const FOUR_EYES = { events: FOUR_EYES_EVENTS, erase: deleteActsOn } satisfies Room
