import { unixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Belonging } from '../platform/room/holds.ts'
import { findEnd } from './investigation-store.ts'

/** That looks at an account are held back, by their end. */
export const INVESTIGATION_HOLDS: readonly Belonging[] = [
  {
    table: 'investigations',
    count: async ({ db }, citizenId) => (await findEnd(db, citizenId)) ?? 0,
    less: () => 'tells the citizen every look that was held back',
    more: (_, end) =>
      `tells the citizen no look before ${isoInstant(unixSeconds(end)).replace('.000Z', 'Z')}, and all of them then`,
  },
]
