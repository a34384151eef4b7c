import { findCitizen, operatorChange } from '../citizens/index.ts'
import { deleteFailuresOf } from './guessed-address-store.ts'
import { deleteWrongCodes } from './wrong-code-store.ts'

/** Deletes the wrong passwords in a row of a citizen and the wrong codes, so that browsers that the account does not know may try again. */
export const forgiveCitizen = operatorChange('citizen-failures-forgiven', async (tx, citizenId) => {
  const citizen = await findCitizen(tx, citizenId)
  const hadCodes = await deleteWrongCodes(tx, citizenId)
  return citizen !== undefined && ((await deleteFailuresOf(tx, citizen)) || hadCodes)
})
