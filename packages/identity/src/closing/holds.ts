import { findCitizen } from '../citizens/index.ts'
import { type Belonging, belongingsOf } from '../platform/room/holds.ts'
import { findClosing } from './closing-store.ts'
import { CLOSING_WORDS } from './words/index.ts'

const held = belongingsOf(CLOSING_WORDS)

/** A closing that waits. */
export const CLOSING_HOLDS: readonly Belonging[] = [
  held('closing', {
    table: 'closings',
    count: async ({ db }, citizenId) => {
      const [citizen, closing] = [await findCitizen(db, citizenId), await findClosing(db, citizenId)]
      return closing !== undefined && citizen?.securityVersion === closing.securityVersion ? 1 : 0
    },
    goesBy: 'end of access',
  }),
]
