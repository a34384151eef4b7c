import { type Belonging, belongingsOf, NO_END } from '../platform/room/holds.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen } from './citizen-store.ts'
import { standingNow } from './suspension.ts'
import { CITIZEN_WORDS } from './words/index.ts'

const held = belongingsOf(CITIZEN_WORDS)

/** What an account is, as far as an operator's act changes it. A suspension that is over is none, although nobody has come since. */
export const CITIZEN_HOLDS: readonly Belonging[] = [
  held(
    'active',
    one(({ standing }) => standing === 'active'),
  ),
  // Nobody enters anything with a closed account.
  held(
    'verified',
    one(({ standing, emailVerified }) => standing === 'closed' || emailVerified),
  ),
  held(
    'person',
    one(({ fullName }) => fullName !== ''),
  ),
  held('suspension', {
    // The end, so that a suspension that only becomes longer is told, too. Whether there is one, the first says.
    table: 'suspensions',
    count: async (needs, citizenId) => {
      const citizen = await findCitizen(needs.db, citizenId)
      const now = citizen && (await standingNow(needs, citizen))
      return now?.standing === 'suspended' ? (now.suspension?.endsAt ?? NO_END) : 0
    },
  }),
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
