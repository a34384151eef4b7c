import { unixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Belonging } from '../platform/room/holds.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen } from './citizen-store.ts'
import { standingNow } from './suspension.ts'

/** In place of an end, where there is none: later than every end. */
const NO_END = Number.MAX_SAFE_INTEGER

/** What an account is, as far as an operator's act changes it. A suspension that is over is none, although nobody has come since. */
export const CITIZEN_HOLDS: readonly Belonging[] = [
  {
    ...one(({ standing }) => standing === 'active'),
    less: () => 'lets nobody sign in any more',
    more: () => 'lets the citizen sign in again',
  },
  {
    // Nobody enters anything with a closed account.
    ...one(({ standing, emailVerified }) => standing === 'closed' || emailVerified),
    less: () => 'lets the citizen enter no program before the address is verified again',
  },
  {
    ...one(({ fullName }) => fullName !== ''),
    less: () => 'erases name, address, phone number and password for good',
  },
  {
    // The end, so that a suspension that only becomes longer is told, too. Whether there is one, the first says.
    table: 'suspensions',
    count: async (needs, citizenId) => {
      const citizen = await findCitizen(needs.db, citizenId)
      const now = citizen && (await standingNow(needs, citizen))
      return now?.standing === 'suspended' ? (now.suspension?.endsAt ?? NO_END) : 0
    },
    more: (_, end) =>
      end === NO_END
        ? 'keeps the account suspended until somebody reinstates'
        : `keeps the account suspended until ${isoInstant(unixSeconds(end)).replace('.000Z', 'Z')}`,
  },
]

/** One where an account is so, and none otherwise. */
function one(isSo: (citizen: Citizen) => boolean): Pick<Belonging, 'table' | 'count'> {
  return {
    table: 'citizens',
    count: async (needs, citizenId) => {
      const citizen = await findCitizen(needs.db, citizenId)
      return citizen && isSo({ ...citizen, ...(await standingNow(needs, citizen)) }) ? 1 : 0
    },
  }
}
