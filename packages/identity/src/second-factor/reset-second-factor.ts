import { operatorChange } from '../citizens/index.ts'
import { deleteAuthenticatorsOfCitizen } from './authenticator-store.ts'
import { deleteHalfSignInsOfCitizen } from './half-sign-in-store.ts'
import { deleteRecoveryCodesOfCitizen } from './recovery-code-store.ts'

/** Removes every app and recovery code of a citizen, by an operator's order. Then the password alone signs in again. */
export const resetSecondFactor = operatorChange('citizen-second-factor-reset', async (tx, citizenId) => {
  const apps = await deleteAuthenticatorsOfCitizen(tx, citizenId)
  const codes = await deleteRecoveryCodesOfCitizen(tx, citizenId)
  await deleteHalfSignInsOfCitizen(tx, citizenId)
  return apps + codes > 0
})
