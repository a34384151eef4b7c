import { CITIZEN_WORDS, findCitizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { inLanguage, partOf } from '../platform/languages.ts'
import { namesOf } from '../platform/names-of.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  type ExplainNeeds,
  type Explains,
  type Finding,
  findingsOf,
  type Reader,
  type Said,
} from '../platform/room/explains.ts'
import { findNewBrowser } from './find-new-browser.ts'
import { RECENT_FINDINGS } from './findings.ts'
import { findLatestEvents, type LatestEvent } from './latest-events.ts'
import type { SupportWords } from './words/en.ts'
import { SUPPORT_WORDS } from './words/index.ts'

const DAY_SECONDS = 24 * 60 * 60
const MOST_EVENTS = 50
const MONTH_SECONDS = 30 * DAY_SECONDS
const FORGIVEN = 'citizen-failures-forgiven'
const NAMES = ['signed-in', 'sign-in-failed', 'citizen-signed-out', FORGIVEN] as const
/** What an operator typed, as the other findings about operators say it. */
const REASON = partOf(CITIZEN_WORDS, ({ findings }) => findings['account-suspended'].reason)

const FAILURES = namesOf(RECENT_FINDINGS).filter((name) => name !== 'signed-out-by-operator')

const finding = findingsOf(
  RECENT_FINDINGS,
  partOf(SUPPORT_WORDS, ({ findings }) => findings),
)

/** Tells a supporter what happened since the latest sign-in: what failed, and that an operator ended all access. */
export const explainRecent: Explains = async (needs, { citizenId }) => {
  if (citizenId === undefined) return []
  const { db, clock } = needs
  const since = plusSeconds(clock.now(), -DAY_SECONDS)
  const latest = await findLatestEvents(db, citizenId, { names: NAMES, since, most: MOST_EVENTS })
  const last = latest.findIndex(({ name }) => name === 'signed-in')
  const sinceThen = last === -1 ? latest : latest.slice(0, last)
  return [
    ...(await explainFailures(db, citizenId, sinceThen)),
    ...(await explainSignedOut(needs, citizenId, sinceThen)),
  ]
}

async function explainFailures(
  db: Database,
  citizenId: string,
  events: readonly LatestEvent[],
): Promise<readonly Finding[]> {
  const forgivenAt = events.findIndex(({ name }) => name === FORGIVEN)
  const counted = forgivenAt === -1 ? events : events.slice(0, forgivenAt)
  // To forgive mends no hash.
  const isUnreadable = ({ reason }: LatestEvent) => reason === 'unreadable-hash'
  const failures = events.filter(
    (event) => event.name === 'sign-in-failed' && (counted.includes(event) || isUnreadable(event)),
  )
  const areAllLater = forgivenAt !== -1 && failures.every((event) => counted.includes(event))
  const [newest] = failures
  const kind = newest && kindOf(newest.reason)
  if (!kind || (kind === 'last-failed-wrong-password' && (await hasNoPassword(db, citizenId)))) return []
  return [
    finding(kind, (words, { when }) => ({
      found: [
        words[areAllLater ? 'triesAfterForgiving' : 'tries'](failures.length, when(newest.at)),
        words.what,
      ],
      tell: [words.tell],
    })),
  ]
}

/** What a citizen ends is told by the rooms in which that is done. */
async function explainSignedOut(
  needs: ExplainNeeds,
  citizenId: string,
  events: readonly LatestEvent[],
): Promise<readonly Finding[]> {
  const ended = events.find(({ name, actor }) => name === 'citizen-signed-out' && actor === 'operator')
  if (!ended) return []
  const saysNewBrowser = await sayNewBrowser(needs, citizenId)
  return [
    finding('signed-out-by-operator', (words, reader) => ({
      found: [
        words.ended(reader.name(ended.operator ?? ''), reader.when(ended.at)),
        ...(ended.reason ? [inLanguage(REASON, reader.language)(reader.reason(ended.reason))] : []),
      ],
      tell: [words.tell(reader.when(ended.at)), ...saysNewBrowser(words, reader), words.again],
    })),
  ]
}

type SignedOutWords = SupportWords['findings']['signed-out-by-operator']

/** Whoever was signed out asks whether somebody has broken in. No event of the last month is deleted yet. */
async function sayNewBrowser(
  { db, clock }: ExplainNeeds,
  citizenId: string,
): Promise<(words: SignedOutWords, reader: Reader) => Said> {
  const since = plusSeconds(clock.now(), -MONTH_SECONDS)
  const newest = await findNewBrowser(db, citizenId, since)
  if (newest) return (words, { when }) => [words.newest[newest.name](when(newest.at))]
  const madeAt = (await findCitizen(db, citizenId))?.createdAt
  if (madeAt === undefined || madeAt < since) return (words) => [words.noNewBrowser]
  return (words, { when }) => [words.noNewBrowserSince(when(madeAt))]
}

/** Then every password is refused, also the one that was right before: `citizens` tells why. */
async function hasNoPassword(db: Database, citizenId: string): Promise<boolean> {
  return (await findCitizen(db, citizenId))?.passwordHash === ''
}

/** Other reasons are told by the rooms that know more of them. */
const kindOf = (reason: string | null) => FAILURES.find((name) => name === `last-failed-${reason}`)
