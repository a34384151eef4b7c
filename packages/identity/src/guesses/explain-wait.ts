import type { Citizen } from '../citizens/index.ts'
import { latestOf, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { ExplainNeeds, Finding } from '../platform/room/explains.ts'
import { countedNetworks } from '../rate-limits/index.ts'
import { countersOf, type GuessCounter, LONGEST_DELAY_SECONDS } from './guess.ts'
import { guessFinding } from './guess-finding.ts'
import { findFailures } from './guess-store.ts'

/** More places and browsers than one person uses. */
const MOST_PLACES = 20

/** Only the keys of the networks are read, and these have no browser in them. */
const NO_DEVICE = Buffer.alloc(0)

/** A slowed try of a citizen, or a sign-in. */
interface SlowedOrIn {
  readonly name: string
  readonly address: string | null
}

/**
 * Tells a supporter until when wrong passwords make a place or a browser wait. Where somebody has signed in since, or many guess at the account,
 * whoever waits may be somebody else than the caller: then it slows only.
 */
export async function explainWait(
  needs: ExplainNeeds,
  citizen: Citizen,
  { isAttacked }: { readonly isAttacked: boolean },
): Promise<Finding | undefined> {
  const { db, clock } = needs
  const now = clock.now()
  const [events, devices] = await Promise.all([
    findSlowedOrIn(db, citizen.citizenId, now),
    findDevices(db, citizen.citizenId),
  ])
  const counters = countersOfAll(citizen, events, devices)
  const [place, browser] = await Promise.all([
    findWait(db, counters.places, now),
    findWait(db, counters.browsers, now),
  ])
  const until = latestOf([place ?? null, browser ?? null])
  if (until === undefined) return undefined
  const isLatest = events[0]?.name === 'sign-in-slowed' && !isAttacked
  const found = guessFinding('waits-after-wrong-passwords', (words, { when }) => ({
    found: [
      ...(place === undefined ? [] : [words.place(when(place))]),
      ...(browser === undefined ? [] : [words.browser(when(browser))]),
      words.others,
      words.ends,
    ],
    tell: [words.wait(when(until)), words.recover],
  }))
  return isLatest ? found : { ...found, weight: 'slows' }
}

/** The counters of the places whose tries were slowed, and of the browsers that the account knows. */
function countersOfAll(
  { email }: Citizen,
  events: readonly SlowedOrIn[],
  devices: readonly { readonly deviceHash: Buffer }[],
) {
  const addresses = [
    ...new Set(events.flatMap(({ name, address }) => (name === 'sign-in-slowed' && address) || [])),
  ]
  return {
    places: addresses
      .slice(0, MOST_PLACES)
      .flatMap((address) =>
        countersOf({ email, deviceHash: NO_DEVICE, networks: countedNetworks(address) }).stranger.slice(
          0,
          -1,
        ),
      ),
    browsers: devices.flatMap(({ deviceHash }) =>
      countersOf({ email, deviceHash, networks: [] }).known.slice(0, 1),
    ),
  }
}

/** The end of the longest wait of these counters. An instant later than the longest delay is ignored, as it is where guesses are counted. */
async function findWait(
  db: Database,
  counters: readonly GuessCounter[],
  now: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const counted = await Promise.all(counters.map(({ key }) => findFailures(db, key, now)))
  const waits = counted.flatMap((failures) => failures?.blockedUntil ?? [])
  return latestOf(waits.filter((until) => until > now && until <= now + LONGEST_DELAY_SECONDS))
}

/** The newest first. No wait is longer than the longest delay after the try that caused it. */
// excused: "at >= to_timestamp(${since})" because the counters of older tries say that nobody waits; this one keeps the search short.
function findSlowedOrIn(db: Database, citizenId: string, now: UnixSeconds): Promise<readonly SlowedOrIn[]> {
  const since = plusSeconds(now, -LONGEST_DELAY_SECONDS)
  return db.query<SlowedOrIn>`
    select name, address from audit_events
     where citizen_id = ${citizenId} and name in ('sign-in-slowed', 'signed-in') and at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit 200`
}

function findDevices(db: Database, citizenId: string): Promise<readonly { readonly deviceHash: Buffer }[]> {
  return db.query<{ deviceHash: Buffer }>`
    select device_hash as "deviceHash" from known_devices
     where citizen_id = ${citizenId} order by last_seen_at desc limit ${MOST_PLACES}`
}
