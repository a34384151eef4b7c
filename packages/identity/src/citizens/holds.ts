import type { Belonging, NotTold } from '../platform/room/holds.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen } from './citizen-store.ts'

/** What an account is, as far as an operator's act changes it. */
export const CITIZEN_HOLDS: readonly (Belonging | NotTold)[] = [
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
  { table: 'suspensions', because: 'the account says whether it is suspended' },
]

/** One where an account is so, and none otherwise. */
function one(isSo: (citizen: Citizen) => boolean): Pick<Belonging, 'table' | 'count'> {
  return {
    table: 'citizens',
    count: async ({ db }, citizenId) => {
      const citizen = await findCitizen(db, citizenId)
      return citizen && isSo(citizen) ? 1 : 0
    },
  }
}
