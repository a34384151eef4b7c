import { CITIZEN_WORDS, findCitizen } from '../citizens/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { inLanguage, partOf } from '../platform/languages.ts'
import { namesOf } from '../platform/names-of.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Explains, type Finding, findingsOf } from '../platform/room/explains.ts'
import { RECENT_FINDINGS } from './findings.ts'
import { findLatestEvents, type LatestEvent } from './latest-events.ts'
import { SUPPORT_WORDS } from './words/index.ts'

const DAY_SECONDS = 24 * 60 * 60
const MOST_EVENTS = 50
const MONTH_SECONDS = 30 * DAY_SECONDS
const NAMES = ['signed-in', 'sign-in-failed', 'citizen-signed-out'] as const
/** What an operator typed, as the other findings about operators say it. */
const REASON = partOf(CITIZEN_WORDS, ({ findings }) => findings['account-suspended'].reason)

const FAILURES = namesOf(RECENT_FINDINGS).filter((name) => name !== 'signed-out-by-operator')

const finding = findingsOf(
  RECENT_FINDINGS,
  partOf(SUPPORT_WORDS, ({ findings }) => findings),
)

/** Tells a supporter what happened since the latest sign-in: what failed, and that an operator ended all access. */
export const explainRecent: Explains = async ({ db, clock }, { citizenId }) => {
  if (citizenId === undefined) return []
  const since = plusSeconds(clock.now(), -DAY_SECONDS)
  const latest = await findLatestEvents(db, citizenId, { names: NAMES, since, most: MOST_EVENTS })
  const last = latest.findIndex(({ name }) => name === 'signed-in')
  const sinceThen = last === -1 ? latest : latest.slice(0, last)
  return [
    ...(await explainFailures(db, citizenId, sinceThen)),
    ...(await explainSignedOut(db, citizenId, sinceThen)),
  ]
}

async function explainFailures(
  db: Database,
  citizenId: string,
  events: readonly LatestEvent[],
): Promise<readonly Finding[]> {
  const failures = events.filter(({ name }) => name === 'sign-in-failed')
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

/** What a citizen ends is told by the rooms in which that is done. */
async function explainSignedOut(
  db: Database,
  citizenId: string,
  events: readonly LatestEvent[],
): Promise<readonly Finding[]> {
  const ended = events.find(({ name, actor }) => name === 'citizen-signed-out' && actor === 'operator')
  if (!ended) return []
  const newBrowserAt = await findNewBrowser(db, citizenId, ended.at)
  return [
    finding('signed-out-by-operator', (words, { when, name, reason, language }) => ({
      found: [
        words.ended(name(ended.operator ?? ''), when(ended.at)),
        ...(ended.reason ? [inLanguage(REASON, language)(reason(ended.reason))] : []),
      ],
      tell: [
        words.tell(when(ended.at)),
        newBrowserAt === undefined ? words.noNewBrowser : words.newBrowser(when(newBrowserAt)),
        words.again,
      ],
    })),
  ]
}

/** When a browser that was new to the account signed in last, in the month before: whoever was signed out asks whether somebody has broken in. */
async function findNewBrowser(
  db: Database,
  citizenId: string,
  before: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const since = plusSeconds(before, -MONTH_SECONDS)
  const signIns = await findLatestEvents(db, citizenId, { names: ['signed-in'], since, most: MOST_EVENTS })
  return signIns.find(({ isNewBrowser }) => isNewBrowser)?.at
}

/** Then every password is refused, also the one that was right before: `citizens` tells why. */
async function hasNoPassword(db: Database, citizenId: string): Promise<boolean> {
  return (await findCitizen(db, citizenId))?.passwordHash === ''
}

/** Other reasons are told by the rooms that know more of them. */
const kindOf = (reason: string | null) => FAILURES.find((name) => name === `last-failed-${reason}`)
