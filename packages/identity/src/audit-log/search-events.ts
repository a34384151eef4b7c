import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { type Place, withSubjects } from './audit-log-store.ts'
import type { EventFilter } from './event-filter.ts'
import { findByName, findOfRequest, isIndexed, rareNameIn } from './indexed-events.ts'
import type { EventSelection, RecordedEvent } from './listed-event.ts'
import {
  findFilteredOfCitizen,
  findFilteredOfOperator,
  type PlacedEvent,
  type Slice,
} from './search-store.ts'
import {
  eventsFrom,
  eventsNamed,
  eventsOfProgram,
  everyEvent,
  type SearchedEvents,
} from './searched-events.ts'

/** How many events the first statements look at, and each one after them. No index has the events of every day by their names: an event would cost more to write. What is looked for is mostly among the newest. */
const FIRST_SLICES = [500, 2_000, 8_000]
const EVENTS_PER_SLICE = 20_000
const EVENTS_PER_LINE = 1_000_000

/** The database, and what the operator hears and says meanwhile. */
export interface SearchNeeds {
  readonly db: Database
  /** Called with a sentence about the progress. */
  readonly progress: (line: string) => void
  /** Ends the search early. */
  readonly stopped: AbortSignal
}

/** Which events to look for. */
export interface EventSearch extends Omit<EventSelection, 'since'> {
  readonly filter: EventFilter
  /** Only events from this instant on: ISO 8601, as exact as microseconds. */
  readonly since: string | null
  /** Only events before such an instant, or behind this place. */
  readonly until: string | Place | null
}

/** What was found, the newest last, and where a search that was ended early would go on. */
export interface FoundEvents {
  readonly events: readonly RecordedEvent[]
  readonly endedAt: string | null
  /** The place from which on there may be more. Null where there is nothing more. */
  readonly next: Place | null
}

/** The newest events that a filter lets through. It looks through those that an index has by one thing that the filter asks for, or else through all events, from the newest back. */
export async function searchEvents(needs: SearchNeeds, search: EventSearch): Promise<FoundEvents> {
  const whole = { from: search.since ?? isoOf(EPOCH), until: placeOf(search.until) }
  const listed = await findIndexed(needs.db, search, { ...whole, most: search.most })
  const { found, endedAt } = listed ? { found: listed, endedAt: null } : await walkBack(needs, search, whole)
  const last = found.length >= search.most ? found.at(-1) : undefined
  const next = last ? { at: last.place, eventId: last.eventId } : endedAt === null ? null : before(endedAt)
  return { events: (await withSubjects(needs.db, found)).toReversed(), endedAt, next }
}

/** Everything before an instant: no event has a smaller id than this one. */
const before = (at: string): Place => ({ at, eventId: FIRST_UUID })

function placeOf(until: EventSearch['until']): Place {
  if (until === null) return before('infinity')
  return typeof until === 'string' ? before(until) : until
}

/** The events of a citizen, of an operator, of a request or with a name that an index has, where the search names one. */
async function findIndexed(
  db: Database,
  { citizenId, filter }: EventSearch,
  slice: Slice & { readonly most: number },
): Promise<readonly PlacedEvent[] | undefined> {
  if (citizenId !== null) return findFilteredOfCitizen(db, citizenId, slice, filter)
  const { operator, requestId } = filter
  const name = rareNameIn(filter)
  if (operator !== null) return findFilteredOfOperator(db, operator, slice, filter)
  if (requestId !== null) return findOfRequest(db, requestId, slice, filter)
  return name === undefined ? undefined : findByName(db, name, slice)
}

async function walkBack(
  { db, progress, stopped }: SearchNeeds,
  { filter, most }: EventSearch,
  whole: Slice,
): Promise<{ found: readonly PlacedEvent[]; endedAt: string | null }> {
  const found: PlacedEvent[] = []
  const { from: end } = whole
  let { until } = whole
  let looked = 0
  const searched = searchedFor(db, filter)
  for (let slices = 0; ; slices += 1) {
    const events = FIRST_SLICES[slices] ?? EVENTS_PER_SLICE
    const reached = await searched.instantBack({ from: end, until }, events - 1)
    const slice = { from: reached ?? end, until }
    found.push(...(await searched.filtered(slice, filter, most - found.length)))
    if (reached === undefined || found.length >= most) return { found, endedAt: null }
    if (stopped.aborted) return { found, endedAt: reached }
    if (Math.floor((looked + events) / EVENTS_PER_LINE) > Math.floor(looked / EVENTS_PER_LINE))
      progress(`${looked + events} events are looked at, back to ${reached}`)
    looked += events
    until = before(reached)
  }
}

/** The fewest events that an index has by something that the filter asks for: an address has fewer than a program. */
function searchedFor(db: Database, { name, clientId, address }: EventFilter): SearchedEvents {
  if (address !== null) return eventsFrom(db, address)
  if (name !== null && isIndexed(name)) return eventsNamed(db, name)
  return clientId === null ? everyEvent(db) : eventsOfProgram(db, clientId)
}

function isoOf(instant: UnixSeconds): string {
  return new Date(instant * 1000).toISOString()
}
