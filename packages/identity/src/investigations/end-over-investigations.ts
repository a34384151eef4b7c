import { appendEvent, systemOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { carryOutEach } from '../platform/postgres/carry-out-each.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import { deleteOver, findOver } from './investigation-store.ts'

/** Ends an investigation whose time is over, with its event, in the transaction of the caller. */
export async function endIfOver(needs: Basics, citizenId: string): Promise<void> {
  if (!(await deleteOver(needs.db, citizenId))) return
  await appendEvent(needs, { name: 'investigation-ended', origin: systemOrigin, citizenId })
}

/** Ends the investigations whose time is over, so that the audit has it. What they held back was told from that instant on. */
export function endOverInvestigations({ random }: Pick<Basics, 'random'>): Purge {
  return carryOutEach(findOver, (needs, citizenId) => endIfOver({ ...needs, random }, citizenId))
}
