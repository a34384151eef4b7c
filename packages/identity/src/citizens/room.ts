import type { Room } from '../platform/room/room.ts'
import { CITIZEN_EVENTS } from './events.ts'
import { ownProfile } from './own-profile.ts'
import { CITIZEN_WORDS } from './words/index.ts'

/** Who has an account, and which address belongs to whom. */
export const CITIZENS = {
  words: CITIZEN_WORDS,
  events: CITIZEN_EVENTS,
  ownData: { profile: ownProfile },
} satisfies Room
