import { findCitizen } from '../citizens/index.ts'
import type { Belonging } from '../platform/room/holds.ts'
import { changeOf, type OwnChange } from './change-of.ts'

/** A change of address that waits, or that can be undone. */
export const CHANGE_HOLDS: readonly Belonging[] = [
  {
    ...inStage('waits'),
    less: () => 'stops the change of address that waits',
    more: () => 'begins a change of address, which waits',
    goesBy: 'end of access',
  },
  { ...inStage('done'), less: () => 'ends the time in which the change of address can be undone' },
]

function inStage(stage: OwnChange['stage']): Pick<Belonging, 'table' | 'count'> {
  return {
    table: 'address_changes',
    count: async (needs, citizenId) => {
      const citizen = await findCitizen(needs.db, citizenId)
      const change = citizen && (await changeOf(needs, citizen))
      return change?.stage === stage ? 1 : 0
    },
  }
}
