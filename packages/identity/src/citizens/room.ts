import type { Basics } from '../platform/foundation.ts'
import type { Room } from '../platform/room/room.ts'
import { endOverSuspensions } from './end-over-suspensions.ts'
import { CITIZEN_EVENTS } from './events.ts'
import { ownProfile } from './own-profile.ts'
import { deleteSuspension } from './suspension.ts'
import { CITIZEN_WORDS } from './words/index.ts'

/** Who has an account, and which address belongs to whom. */
export const CITIZENS = {
  words: CITIZEN_WORDS,
  events: CITIZEN_EVENTS,
  erase: deleteSuspension,
  carryOut: endOverSuspensions,
  ownData: { profile: ownProfile },
} satisfies Room<never, Pick<Basics, 'random'>>
