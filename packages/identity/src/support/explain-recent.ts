import { findCitizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { namesOf } from '../platform/names-of.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Explains, findingsOf } from '../platform/room/explains.ts'
import { RECENT_FINDINGS } from './findings.ts'
import { findLatestEvents } from './latest-events.ts'
import { SUPPORT_WORDS } from './words/index.ts'

const DAY_SECONDS = 24 * 60 * 60
const MOST_EVENTS = 50

const finding = findingsOf(
  RECENT_FINDINGS,
  partOf(SUPPORT_WORDS, ({ findings }) => findings),
)

/** Tells a supporter what happened last: the latest sign-in, and what failed since. */
export const explainRecent: Explains = async ({ db, clock }, { citizenId }) => {
  if (citizenId === undefined) return []
  const since = plusSeconds(clock.now(), -DAY_SECONDS)
  const latest = await findLatestEvents(db, citizenId, { since, most: MOST_EVENTS })
  const last = latest.findIndex(({ name }) => name === 'signed-in')
  const failures = (last === -1 ? latest : latest.slice(0, last)).filter(
    ({ name }) => name === 'sign-in-failed',
  )
  const [newest] = failures
  const kind = newest && kindOf(newest.reason)
  if (!kind || (kind === 'last-failed-wrong-password' && (await hasNoPassword(db, citizenId)))) return []
  return [
    finding(kind, (words, { when }) => ({
      found: [words.tries(failures.length, when(newest.at)), words.what],
      tell: [words.tell],
    })),
  ]
}

/** Then every password is refused, also the one that was right before: `citizens` tells why. */
async function hasNoPassword(db: Database, citizenId: string): Promise<boolean> {
  return (await findCitizen(db, citizenId))?.passwordHash === ''
}

/** Other reasons are told by the rooms that know more of them. */
const kindOf = (reason: string | null) =>
  namesOf(RECENT_FINDINGS).find((name) => name === `last-failed-${reason}`)
