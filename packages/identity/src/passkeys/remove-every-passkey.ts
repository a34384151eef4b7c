import { operatorChange } from '../citizens/index.ts'
import { deletePasskeysOfCitizen } from './passkey-store.ts'

/** Removes every passkey of a citizen, by an operator's order. Sessions stay; the citizen signs in with the password. */
export const removeEveryPasskey = operatorChange(
  'citizen-passkeys-removed',
  async (tx, citizenId) => (await deletePasskeysOfCitizen(tx, citizenId)) > 0,
)
