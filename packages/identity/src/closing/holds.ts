import { findCitizen } from '../citizens/index.ts'
import type { Belonging } from '../platform/room/holds.ts'
import { findClosing } from './closing-store.ts'

/** A closing that waits. */
export const CLOSING_HOLDS: readonly Belonging[] = [
  {
    table: 'closings',
    count: async ({ db }, citizenId) => {
      const [citizen, closing] = [await findCitizen(db, citizenId), await findClosing(db, citizenId)]
      return closing !== undefined && citizen?.securityVersion === closing.securityVersion ? 1 : 0
    },
    less: () => 'stops the closing of the account that waits',
    goesBy: 'end of access',
  },
]
