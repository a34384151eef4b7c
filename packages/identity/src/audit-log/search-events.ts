import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type StoredEvent, withSubjects } from './audit-log-store.ts'
import type { EventFilter } from './event-filter.ts'
import type { EventSelection, RecordedEvent } from './listed-event.ts'
import {
  findFiltered,
  findFilteredOfCitizen,
  findFilteredOfOperator,
  findInstantBack,
  type Slice,
} from './search-store.ts'

/** How many events one statement looks at. No index has what a filter asks for: an event would cost more to write. */
const EVENTS_PER_SLICE = 20_000
const EVENTS_PER_LINE = 1_000_000

/** All events of one request are written within this time. */
const REQUEST_SECONDS = 600

/** The database, and what the operator hears and says meanwhile. */
export interface SearchNeeds {
  readonly db: Database
  /** Called with a sentence about the progress. */
  readonly progress: (line: string) => void
  /** Ends the search early. */
  readonly stopped: AbortSignal
}

/** Which events to look for. */
export interface EventSearch extends EventSelection {
  readonly filter: EventFilter
  /** Only events before this instant. */
  readonly until: UnixSeconds | null
}

/** What was found, the newest last, and where a search that was ended early would go on. */
export interface FoundEvents {
  readonly events: readonly RecordedEvent[]
  readonly endedAt: string | null
}

/** The newest events that a filter lets through. It looks through those of one citizen or of one operator, or else through all events from the newest back. */
export async function searchEvents(needs: SearchNeeds, search: EventSearch): Promise<FoundEvents> {
  const whole = { from: isoOf(search.since), until: search.until === null ? 'infinity' : isoOf(search.until) }
  const listed = await findIndexed(needs.db, search, { ...whole, most: search.most })
  const { found, endedAt } = listed ? { found: listed, endedAt: null } : await walkBack(needs, search, whole)
  return { events: (await withSubjects(needs.db, found)).toReversed(), endedAt }
}

/** The events of a citizen or of an operator, where the search names one. */
async function findIndexed(
  db: Database,
  { citizenId, filter }: EventSearch,
  slice: Slice & { readonly most: number },
): Promise<readonly StoredEvent[] | undefined> {
  if (citizenId !== null) return findFilteredOfCitizen(db, citizenId, slice, filter)
  const { operator } = filter
  return operator === null ? undefined : findFilteredOfOperator(db, operator, slice, filter)
}

async function walkBack(
  { db, progress, stopped }: SearchNeeds,
  { filter, most }: EventSearch,
  whole: Slice,
): Promise<{ found: readonly StoredEvent[]; endedAt: string | null }> {
  const found: StoredEvent[] = []
  let { from: end, until } = whole
  for (let looked = EVENTS_PER_SLICE; ; looked += EVENTS_PER_SLICE) {
    const reached = await findInstantBack(db, { from: end, until }, EVENTS_PER_SLICE - 1)
    const slice = { from: reached ?? end, until }
    found.push(...(await findFiltered(db, slice, filter, most - found.length)))
    if (reached === undefined || found.length >= most) return { found, endedAt: null }
    if (stopped.aborted) return { found, endedAt: reached }
    if (looked % EVENTS_PER_LINE === 0) progress(`${looked} events are looked at, back to ${reached}`)
    until = reached
    const [newest] = found
    if (newest && filter.requestId !== null) end = later(end, secondsBefore(newest.at, REQUEST_SECONDS))
  }
}

function isoOf(instant: UnixSeconds): string {
  return new Date(instant * 1000).toISOString()
}

function secondsBefore(at: string, seconds: number): string {
  return new Date(Date.parse(at) - seconds * 1000).toISOString()
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other
}
