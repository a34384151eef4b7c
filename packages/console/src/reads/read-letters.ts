import {
  countByHour,
  countWaitingByKind,
  type OperatorOrigin,
  recordRead,
  type WaitingOfKind,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { type Counted, countedOf, GIVEN_UP, lastHours } from './last-day.ts'

/** Letters that were given up for the same reason. */
export interface GivenUp extends Counted {
  /** The codes of the mail server's answer, such as `550 5.1.1`; else the reason, such as `expired`. */
  readonly answer: string
}

/** Letters that wait, and those that were given up in the last 24 hours. */
export interface LettersSeen {
  readonly waiting: readonly WaitingOfKind[]
  /** All of them, as the page of the last day counts them. */
  readonly all: Counted
  /** The same by their answers, the most first. */
  readonly givenUp: readonly GivenUp[]
}

/** How many letters wait, and how many were given up with which answers. No recipient is read. The look is in the audit. */
export async function readLetters(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<LettersSeen> {
  const now = needs.clock.now()
  const [since] = lastHours(now)
  const waiting = await countWaitingByKind(needs.db)
  const found = await countByHour(needs.db, { names: GIVEN_UP, since, now, apartBy: ['reply', 'reason'] })
  await recordRead({ ...needs, by }, { command: 'console letters' })
  const answers = Map.groupBy(
    found.filter(({ name }) => name !== ''),
    ({ detail }) => detail,
  )
  const all = countedOf(found, GIVEN_UP)
  const givenUp = [...answers]
    .map(([answer, hours]) => ({ answer, ...countedOf(hours, GIVEN_UP), isEstimate: all.isEstimate }))
    .toSorted((one, other) => other.events - one.events || one.answer.localeCompare(other.answer))
  return { waiting, all, givenUp }
}
