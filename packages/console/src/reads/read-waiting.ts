import { type OperatorOrigin, recordRead, requireConsents, type WaitingAct } from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** The acts that wait for another operator. The look is in the audit. */
export async function readWaiting(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<readonly WaitingAct[]> {
  const acts = await (await requireConsents()).list(needs)
  await recordRead({ ...needs, by }, { command: 'console acts' })
  return acts
}
