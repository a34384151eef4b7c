import { findCitizen, isUnchanged } from '../citizens/index.ts'
import { type Belonging, belongingsOf } from '../platform/room/holds.ts'
import { findRemoval } from './removal-store.ts'
import { LOST_APP_WORDS } from './words/index.ts'

const held = belongingsOf(LOST_APP_WORDS)

/** A removal of apps that waits. */
export const REMOVAL_HOLDS: readonly Belonging[] = [
  held('removal', {
    table: 'app_removals',
    count: async ({ db }, citizenId) => {
      const [citizen, removal] = [await findCitizen(db, citizenId), await findRemoval(db, citizenId)]
      return citizen && removal && isUnchanged(citizen, removal) ? 1 : 0
    },
    goesBy: 'end of access',
  }),
]
