import { findCitizen, operatorChange } from '../citizens/index.ts'
import { postNews } from '../factors/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { deletePasskeysOfCitizen } from './passkey-store.ts'

/** Removes every passkey of a citizen, by an operator's order, and tells the citizen. Sessions stay; the citizen signs in with the password. */
export const removeEveryPasskey = operatorChange<LetterNeeds>(
  'citizen-passkeys-removed',
  async (tx, citizenId, needs) => {
    if ((await deletePasskeysOfCitizen(tx, citizenId)) === 0) return false
    const citizen = await findCitizen(tx, citizenId)
    const facts = { at: needs.clock.now() }
    if (citizen) await postNews({ ...needs, db: tx }, citizen, PASSKEY_LETTERS.removedByOperator, facts)
    return true
  },
)
