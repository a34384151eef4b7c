import type { Room } from '../platform/room/room.ts'
import { BRING_EVENTS } from './events.ts'
import { BRING_WORDS } from './words/index.ts'

/** Citizens of other systems. */
export const BRING_CITIZENS = { words: BRING_WORDS, events: BRING_EVENTS } satisfies Room
