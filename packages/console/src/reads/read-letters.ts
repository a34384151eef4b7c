import {
  countRefusedByReply,
  countWaitingByKind,
  MOST_REFUSALS,
  type OperatorOrigin,
  plusSeconds,
  type RefusedWith,
  recordRead,
  type WaitingOfKind,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** As long as a refusal is kept after its link has ended. */
const REFUSALS_SECONDS = 3 * 24 * 60 * 60

/** Letters that wait, and those that the mail server refused in the last three days. */
export interface LettersSeen {
  readonly waiting: readonly WaitingOfKind[]
  readonly refused: readonly RefusedWith[]
  /** Whether more were refused than were looked at. */
  readonly isMore: boolean
}

/** How many letters wait, and with which answers some were refused. No recipient is read. The look is in the audit. */
export async function readLetters(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<LettersSeen> {
  const waiting = await countWaitingByKind(needs.db)
  const refused = await countRefusedByReply(needs.db, plusSeconds(needs.clock.now(), -REFUSALS_SECONDS))
  await recordRead({ ...needs, by }, { command: 'console letters' })
  const counted = refused.reduce((sum, { letters }) => sum + letters, 0)
  return { waiting, refused, isMore: counted >= MOST_REFUSALS }
}
