import type { Room } from '../platform/room/room.ts'
import { AUDIT_LOG_EVENTS } from './events.ts'
import { AUDIT_LOG_WORDS } from './words/index.ts'

/** The audit as operators read it. */
export const AUDIT_LOG = {
  words: AUDIT_LOG_WORDS,
  events: AUDIT_LOG_EVENTS,
} satisfies Room
