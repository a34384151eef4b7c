import type { WhyNothing } from '../moments/index.ts'
import { hasAuthenticator } from './authenticator-store.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import type { CodeWords } from './words/en.ts'

/** Why an operator's order would remove no app and no recovery code. */
export const whyNoReset: WhyNothing<keyof CodeWords['acts']['reset']['nothing']> = async (
  { db },
  { citizenId },
) => {
  if (await hasAuthenticator(db, citizenId)) return undefined
  return (await countRecoveryCodes(db, citizenId)) > 0 ? undefined : 'noCodes'
}
