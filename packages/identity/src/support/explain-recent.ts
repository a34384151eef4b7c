import { plusSeconds } from '../platform/clock.ts'
import { counted, type ExplainNeeds, type Explains, type Finding } from '../platform/room/explains.ts'
import { findLatestEvents, type LatestEvent } from './latest-events.ts'

const DAY_SECONDS = 24 * 60 * 60
const MOST_EVENTS = 50

/** What failed, by the reason that its event has, and what helps. */
const FAILED: Readonly<Record<string, readonly [found: string, tell: string]>> = {
  'wrong-password': [
    'the password was wrong',
    'The password was wrong. Press “Forgotten your password?”, and choose a new one.',
  ],
  'unreadable-hash': [
    'the stored hash of the password cannot be read: it is damaged, or sealed with a secret key that the service does not have',
    'Press “Forgotten your password?”, and choose a new password.',
  ],
  'wrong-code': [
    'the password was right and the code was wrong',
    'The code was wrong. Set the clock of your phone to automatic, and type the code that the app shows now.',
  ],
  'replayed-code': [
    'the password was right, and the code had been used before',
    'Each code works once. Wait until the app shows the next one.',
  ],
  'wrong-recovery-code': [
    'the password was right and the recovery code was wrong',
    'The recovery code was wrong or is used up. Try the next one of your list.',
  ],
}

/** Tells a supporter what happened last: the latest sign-in, and what failed since. */
export const explainRecent: Explains = async (needs, { citizenId }) => {
  if (citizenId === undefined) return []
  const { db, clock } = needs
  const since = plusSeconds(clock.now(), -DAY_SECONDS)
  const latest = await findLatestEvents(db, citizenId, { since, most: MOST_EVENTS })
  const last = latest.findIndex(({ name }) => name === 'signed-in')
  const failures = (last === -1 ? latest : latest.slice(0, last)).filter(
    ({ name }) => name === 'sign-in-failed',
  )
  const [newest] = failures
  return newest ? explainFailure(needs, newest, failures.length) : []
}

function explainFailure({ when }: ExplainNeeds, newest: LatestEvent, times: number): readonly Finding[] {
  const [found, tell] = FAILED[newest.reason ?? ''] ?? []
  if (found === undefined || tell === undefined) return []
  return [
    {
      ...{
        name: `last-failed-${newest.reason}`,
        weight: newest.reason === 'unreadable-hash' ? 'stops' : 'slows',
        to: 'owner',
      },
      found: `${counted(times, 'try', 'tries')} failed since the last sign-in, the newest on ${when(newest.at)}: ${found}.`,
      tell,
    },
  ]
}
