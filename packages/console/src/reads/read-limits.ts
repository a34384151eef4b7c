import { findSpentCounters, LIMITS, type OperatorOrigin, recordRead } from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** The limits that are spent now. A network is read; an address of a person is not. The look is in the audit. */
export async function readLimits(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random' | 'config'>,
  by: OperatorOrigin,
) {
  const { limits } = needs.config
  const spent = await findSpentCounters(needs.db, { kinds: LIMITS, limits, now: needs.clock.now() })
  await recordRead({ ...needs, by }, { command: 'console limits' })
  return spent
}
