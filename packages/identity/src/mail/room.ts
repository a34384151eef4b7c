import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import { MAIL_EVENTS } from './events.ts'
import { FINDING_WORDS } from './words/letter-words.ts'

/** Letters that wait, and that were refused. A backup that had them would send them twice. */
export const MAIL = {
  words: partOf(FINDING_WORDS, (findings) => ({ findings })),
  events: MAIL_EVENTS,
} satisfies Room
