import type { ByOperator } from '../audit/index.ts'
import { lockCitizen, operatorChange } from '../citizens/index.ts'
import { type BeginNeeds, beginChange } from './begin-change.ts'

/** The needs of an operator's order, and the new address in its stored spelling. */
export type OrderNeeds = BeginNeeds & ByOperator & { readonly newEmail: string }

/**
 * Begins a change by an operator's order, for a citizen who has lost the mailbox and every way to sign in. It waits like any other,
 * and the old address can stop it. Nothing has proven the new address: the account must verify it, which a recovery does.
 */
export const orderChange = operatorChange<OrderNeeds>(
  'citizen-address-change-begun',
  async (tx, citizenId, needs) => {
    const citizen = await lockCitizen(tx, citizenId)
    if (!citizen) return false
    const { newEmail } = needs
    return beginChange({ ...needs, db: tx }, citizen, { newEmail, isProven: false })
  },
)
