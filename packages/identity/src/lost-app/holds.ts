import { findCitizen, isUnchanged } from '../citizens/index.ts'
import type { Belonging } from '../platform/room/holds.ts'
import { findRemoval } from './removal-store.ts'

/** A removal of apps that waits. */
export const REMOVAL_HOLDS: readonly Belonging[] = [
  {
    table: 'app_removals',
    count: async ({ db }, citizenId) => {
      const [citizen, removal] = [await findCitizen(db, citizenId), await findRemoval(db, citizenId)]
      return citizen && removal && isUnchanged(citizen, removal) ? 1 : 0
    },
    less: () => 'stops the removal of apps for codes that waits',
    more: () => 'begins a removal of the apps for codes, which waits',
    goesBy: 'end of access',
  },
]
