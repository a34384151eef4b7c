import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  findCitizenEvents,
  findEvents,
  findUnseenEvents,
  findUnseenEventsOfCitizen,
  withSubjects,
} from './audit-log-store.ts'
import type { EventSelection, RecordedEvent } from './listed-event.ts'

/** How far back each query reads again: a transaction may commit its event after a later event was committed. */
const OVERLAP_SECONDS = 30

const MOST_PER_LOOK = 500
const MOST_REMEMBERED = MOST_PER_LOOK * OVERLAP_SECONDS

/** The state of a follower: where to read on, and what it has shown. */
export interface Followed {
  readonly since: UnixSeconds
  /** Ids of the shown events from `since` on. */
  readonly seen: readonly string[]
}

/** Events, the oldest first, and the state for the next query. */
export interface FollowedEvents {
  readonly events: readonly RecordedEvent[]
  readonly followed: Followed
}

/** The newest events of a selection, the newest last. */
export async function listEvents(
  needs: { db: Database },
  selection: EventSelection,
): Promise<readonly RecordedEvent[]> {
  return (await newest(needs.db, selection)).toReversed()
}

/** The newest events of a selection, and the state to go on. Earlier events are not shown later. */
export async function beginFollowing(
  needs: { db: Database },
  selection: EventSelection,
  now: UnixSeconds,
): Promise<FollowedEvents> {
  const since = plusSeconds(now, -OVERLAP_SECONDS)
  const earlier = await newest(needs.db, { ...selection, since, most: MOST_REMEMBERED })
  const events = await listEvents(needs, selection)
  const seen = new Set([...earlier, ...events].map((event) => event.eventId))
  return { events, followed: { since, seen: [...seen] } }
}

/**
 * The events that are new since the last query. Clocks may jump: an event of a clock that is ahead hides no later
 * event, and after a clock was set back, new events are shown.
 */
export async function followEvents(
  needs: { db: Database },
  citizenId: string | null,
  { since, seen }: Followed,
  now: UnixSeconds,
): Promise<FollowedEvents> {
  const latest = plusSeconds(now, -OVERLAP_SECONDS)
  const from = unixSeconds(Math.min(since, latest))
  const wanted = { since: from, most: MOST_PER_LOOK }
  const unseen = await (citizenId === null
    ? findUnseenEvents(needs.db, wanted, seen)
    : findUnseenEventsOfCitizen(needs.db, citizenId, wanted, seen))
  const events = await withSubjects(needs.db, unseen)
  const last = events.at(-1)
  if (!last) return { events, followed: { since: from, seen } }
  const reached = Math.floor(Date.parse(last.at) / 1000) - OVERLAP_SECONDS
  const next = unixSeconds(Math.min(Math.max(from, reached), latest))
  const remembered = [...seen, ...events.map((event) => event.eventId)].slice(-MOST_REMEMBERED)
  return { events, followed: { since: next, seen: remembered } }
}

async function newest(
  db: Database,
  { citizenId, since, most }: EventSelection,
): Promise<readonly RecordedEvent[]> {
  const events =
    citizenId === null
      ? await findEvents(db, since, most)
      : await findCitizenEvents(db, citizenId, { since, most })
  return withSubjects(db, events)
}
