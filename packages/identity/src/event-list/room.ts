import type { Room } from '../platform/room/room.ts'
import { EVENT_LIST_EVENTS } from './events.ts'
import { EVENT_LIST_WORDS } from './words/index.ts'

/** The audit as operators read it. */
export const EVENT_LIST = {
  words: EVENT_LIST_WORDS,
  events: EVENT_LIST_EVENTS,
} satisfies Room
