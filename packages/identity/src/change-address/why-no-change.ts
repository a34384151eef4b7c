import { standingNow } from '../citizens/index.ts'
import type { WhyNothing } from '../moments/index.ts'
import { findChange } from './address-change-store.ts'
import { isOpen } from './keep-address.ts'
import type { ChangeAddressWords } from './words/en.ts'

type Acts = ChangeAddressWords['acts']

/** Why an operator's order would begin no change, to whichever address. */
export const whyNoChange: WhyNothing<keyof Acts['change']['nothing']> = async ({ db }, { citizenId }) => {
  const change = await findChange(db, citizenId)
  return change && change.doneAt !== null ? 'unchanged' : undefined
}

/** Why no letter with the way back would go out. */
export const whyNoWayBack: WhyNothing<keyof Acts['sendWayBack']['nothing']> = async (needs, citizen) => {
  const change = await findChange(needs.db, citizen.citizenId)
  if (!change || change.nextAt <= needs.clock.now()) return 'nothing-waits'
  const { standing } = await standingNow(needs, citizen)
  return isOpen(change, { ...citizen, standing }) ? undefined : 'nothing-waits'
}
