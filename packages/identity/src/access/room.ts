import type { Room } from '../platform/room/room.ts'
import { eraseAccess } from './end-access.ts'
import { ACCESS_EVENTS } from './events.ts'
import { ownPrograms, ownSessions } from './own-access.ts'
import { ACCESS_WORDS } from './words/index.ts'

/** Who is signed in, and where. */
export const ACCESS = {
  words: ACCESS_WORDS,
  events: ACCESS_EVENTS,
  erase: eraseAccess,
  ownData: { sessions: ownSessions, programs: ownPrograms },
} satisfies Room
