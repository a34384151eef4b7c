import type { Basics } from '../platform/foundation.ts'
import { carryOutEach } from '../platform/postgres/carry-out-each.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import { endIfOver, findOverSuspensions } from './suspension.ts'

/** Ends the suspensions whose end has passed, so that the audit has it although nobody came. */
export function endOverSuspensions({ random }: Pick<Basics, 'random'>): Purge {
  return carryOutEach(findOverSuspensions, async (needs, citizenId) => {
    await endIfOver({ ...needs, random }, citizenId)
  })
}
