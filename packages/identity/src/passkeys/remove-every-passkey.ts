import { removalByOperator } from '../factors/index.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { deletePasskeysOfCitizen } from './passkey-store.ts'

/** Removes every passkey of a citizen, by an operator's order. Sessions stay; the citizen signs in with the password. */
export const removeEveryPasskey = removalByOperator(
  { event: 'citizen-passkeys-removed', letter: PASSKEY_LETTERS.removedByOperator },
  deletePasskeysOfCitizen,
)
