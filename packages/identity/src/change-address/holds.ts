import { findCitizen } from '../citizens/index.ts'
import { type Belonging, belongingsOf, type HoldsNeeds } from '../platform/room/holds.ts'
import { changeOf, type OwnChange } from './change-of.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

const held = belongingsOf(CHANGE_ADDRESS_WORDS)

/** A change of address that waits, or that can be undone. */
export const CHANGE_HOLDS: readonly Belonging[] = [
  held('waits', { ...inStage('waits'), which: whichChange, goesBy: 'end of access' }),
  held('undoable', inStage('done')),
]

function inStage(stage: OwnChange['stage']): Pick<Belonging, 'table' | 'count'> {
  return {
    table: 'address_changes',
    count: async (needs, citizenId) => ((await findOwnChange(needs, citizenId))?.stage === stage ? 1 : 0),
  }
}

async function whichChange(needs: HoldsNeeds, citizenId: string): Promise<string | undefined> {
  const change = await findOwnChange(needs, citizenId)
  return change && `${change.newEmail} ${change.at}`
}

async function findOwnChange(needs: HoldsNeeds, citizenId: string): Promise<OwnChange | undefined> {
  const citizen = await findCitizen(needs.db, citizenId)
  // One that begins while the account is suspended counts when the account is reinstated before the end of the wait.
  return citizen && changeOf(needs, { ...citizen, standing: 'active' })
}
