import { findCitizen } from '../citizens/index.ts'
import { type Belonging, belongingsOf } from '../platform/room/holds.ts'
import { changeOf, type OwnChange } from './change-of.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

const held = belongingsOf(CHANGE_ADDRESS_WORDS)

/** A change of address that waits, or that can be undone. */
export const CHANGE_HOLDS: readonly Belonging[] = [
  held('waits', { ...inStage('waits'), goesBy: 'end of access' }),
  held('undoable', inStage('done')),
]

function inStage(stage: OwnChange['stage']): Pick<Belonging, 'table' | 'count'> {
  return {
    table: 'address_changes',
    count: async (needs, citizenId) => {
      const citizen = await findCitizen(needs.db, citizenId)
      // One that begins while the account is suspended counts when the account is reinstated before the end of the wait.
      const change = citizen && (await changeOf(needs, { ...citizen, standing: 'active' }))
      return change?.stage === stage ? 1 : 0
    },
  }
}
