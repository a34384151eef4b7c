import type { Room } from '../platform/room/room.ts'
import { CLIENT_EVENTS } from './events.ts'
import { CLIENT_WORDS } from './words/index.ts'

/** Registered programs. */
export const CLIENTS = {
  words: CLIENT_WORDS,
  events: CLIENT_EVENTS,
} satisfies Room
