import { removalByOperator } from '../factors/index.ts'
import { CODE_LETTERS } from './letters.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/** Removes every app and recovery code of a citizen, by an operator's order. Then the password alone signs in again. */
export const resetSecondFactor = removalByOperator(
  { event: 'citizen-second-factor-reset', letter: CODE_LETTERS.removedByOperator },
  removeSecondFactor,
)
