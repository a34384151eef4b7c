import { isUnchanged, standingNow } from '../citizens/index.ts'
import type { WhyNothing } from '../moments/index.ts'
import { hasAuthenticator } from '../second-factor/index.ts'
import { findRemoval } from './removal-store.ts'
import type { LostAppWords } from './words/en.ts'

type Name = keyof LostAppWords['acts']['remove']['nothing']

/** Why an operator's order would begin no removal. */
export const whyNoRemoval: WhyNothing<Name> = async (needs, citizen) => {
  const { db } = needs
  const { citizenId } = citizen
  if ((await standingNow(needs, citizen)).standing !== 'active') return 'suspended'
  if (!(await hasAuthenticator(db, citizenId))) return 'no-app'
  const waiting = await findRemoval(db, citizenId)
  return waiting && isUnchanged(citizen, waiting) ? 'waits' : undefined
}
