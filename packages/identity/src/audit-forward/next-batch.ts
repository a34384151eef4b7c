import { dayOf, readDay } from '../audit/index.ts'
import { type RecordedEvent, withSubjects } from '../audit-log/index.ts'
import { findClosings, findHorizon } from '../audit-seals/index.ts'
import { EPOCH, latestOf, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { beginningAt, type Destination, type Place } from './destination.ts'
import type { Reached } from './destination-store.ts'
import { countWritten, findOlder, findWritten, type WaitingEvent } from './waiting-store.ts'

/** What is sent: an event, or the last hash of a day that is over. */
export type Entry =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'day-sealed'; readonly day: string; readonly number: number; readonly hash: Buffer }

/** What is sent together, and how far the destination has come with it. Without entries there is nothing to send, and the destination moves all the same. */
export interface Batch {
  readonly entries: readonly Entry[]
  readonly reached: Reached
  /** The last day of closing hashes; null for events. */
  readonly day: string | null
}

/** The most events of a delivery: about 80 KB, which every receiver takes. */
export const MOST_IN_DELIVERY = 200
/** The most events that a statement sorts. A transaction with more is sorted as a whole. */
const MOST_SORTED = 5_000
/** A process whose clock is behind may still make a seal of the day before. */
const SETTLE_SECONDS = 5 * 60

/** What comes next: what is on its way already, the hashes of days that are over, or events. Undefined where nothing waits. */
export async function nextBatch(
  db: Database,
  destination: Destination,
  now: UnixSeconds,
): Promise<Batch | undefined> {
  const { deliveryEvents, deliveryDay, closedDay } = destination
  if (deliveryEvents) return eventsBatch(db, destination, deliveryEvents)
  const until = deliveryDay ?? lastDayBefore(now)
  if (closedDay < until) return closingsBatch(db, destination, until)
  return eventsBatch(db, destination, MOST_IN_DELIVERY)
}

/** The last day (UTC) that is over for every process. */
export function lastDayBefore(now: UnixSeconds): string {
  return dayOf(plusSeconds(dayOf(plusSeconds(now, -SETTLE_SECONDS)).beginsAt, -1)).name
}

async function closingsBatch(db: Database, destination: Destination, until: string): Promise<Batch> {
  const from = readDay(destination.closedDay)?.endsAt ?? EPOCH
  const closings = await findClosings(db, from, readDay(until)?.endsAt ?? EPOCH)
  const { walkedAt, transaction, event } = destination
  return {
    entries: closings.map((closing) => ({ kind: 'day-sealed', ...closing })),
    reached: { walkedAt, transaction, event, closedDay: until, reachedAt: null },
    day: until,
  }
}

async function eventsBatch(db: Database, destination: Destination, most: number): Promise<Batch | undefined> {
  const walks = destination.walkedAt !== null
  const events = walks ? await findOlder(db, destination, most) : await findNext(db, destination, most)
  const last = events.at(-1)
  if (!last && !walks) return undefined
  const place = placeBehind(destination, last)
  const { closedDay } = destination
  const reachedAt = latestOf(events.map(({ second }) => second)) ?? null
  return {
    entries: (await withSubjects(db, events)).map((event) => ({ kind: 'event', event })),
    reached: { ...place, closedDay, reachedAt },
    day: null,
  }
}

function placeBehind({ walkedAt, transaction }: Place, last: WaitingEvent | undefined): Place {
  if (!last) return beginningAt(transaction)
  if (walkedAt !== null) return { walkedAt: last.place, transaction, event: last.eventId }
  return { walkedAt, transaction: last.transaction ?? transaction, event: last.eventId }
}

/**
 * Below the horizon every transaction has ended, so what is found there is complete: no event of a transaction that is still open can come before it.
 * One that stays open holds up what is behind it, and a metric says so.
 */
function findNext(db: Database, destination: Destination, most: number): Promise<readonly WaitingEvent[]> {
  return db.transaction(async (tx) => {
    await preferIndexes(tx)
    const below = await findEnd(tx, destination, await findHorizon(tx))
    return findWritten(tx, destination, { below, most })
  })
}

/** Up to where the next transactions have so few events that they can be sorted. */
async function findEnd(tx: Database, place: Place, horizon: number): Promise<number> {
  let [from, below] = [place.transaction, horizon]
  for (;;) {
    const found = await countWritten(tx, place, { from, below }, MOST_SORTED)
    if (found > MOST_SORTED && below - from > 1) below = from + Math.floor((below - from) / 2)
    else if (found > 0 || below === horizon) return below
    else [from, below] = [below, horizon]
  }
}
