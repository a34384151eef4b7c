import { findCitizen, operatorChange } from '../citizens/index.ts'
import { postNews } from '../factors/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import { CODE_LETTERS } from './letters.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/**
 * Removes every app and recovery code of a citizen, by an operator's order, and tells the citizen. Then the password alone signs in
 * again.
 */
export const resetSecondFactor = operatorChange<LetterNeeds>(
  'citizen-second-factor-reset',
  async (tx, citizenId, needs) => {
    if ((await removeSecondFactor(tx, citizenId)) === 0) return false
    const citizen = await findCitizen(tx, citizenId)
    const facts = { at: needs.clock.now() }
    if (citizen) await postNews({ ...needs, db: tx }, citizen, CODE_LETTERS.removedByOperator, facts)
    return true
  },
)
