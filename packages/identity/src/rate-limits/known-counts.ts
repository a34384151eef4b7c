import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import {
  type InformedRequest,
  type Reserve,
  type Reserved,
  type ReserveInformed,
  type ReserveRequest,
  shareOf,
  type Window,
} from './counter-store.ts'
import { assumingHalf } from './lost-counts.ts'

/** A counter that takes longer is counted in the process. With the request's own statement, 503 comes within 3 s where the database is away. */
const PATIENCE_MILLISECONDS = 400

/** How long a counter is counted in the process after that. */
const REST_MILLISECONDS = 5_000

/** The most counters in memory. The oldest is forgotten. */
const MOST_COUNTERS = 100_000

/** What this process knows of a counter in its window. */
interface Known extends Window {
  /** Until then the shared counter is not asked. */
  readonly restsUntil: number
}

interface KnownCountsNeeds {
  /** Says whether the database is there. A flood of other statements does not keep it waiting. */
  readonly reads: Pick<Database, 'query'>
  readonly shared: ReserveInformed
}

/**
 * Remembers what the shared counters said in the windows of this moment. Where a counter forgets its count, it goes on from there. Where it
 * cannot be counted and the database works otherwise, this process counts. Then it knows nothing of the other processes: of a caller that
 * is new to it, it takes half of the limit for spent. Throws DatabaseUnavailable where the database is away.
 */
export function goingOn({ reads, shared }: KnownCountsNeeds): Reserve {
  const counts = new Map<string, Known>()
  const note = ({ counter }: ReserveRequest, { spent, endsAtMilliseconds }: Reserved, restsUntil: number) => {
    counts.delete(counter)
    counts.set(counter, { spent, endsAtMilliseconds, restsUntil })
    const [oldest] = counts.size > MOST_COUNTERS ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
  }
  const countHere = (informed: InformedRequest, restsUntil: number) => {
    const reserved = shareOf(undefined, assumingHalf({ ...informed, ahead: 0 }))
    note(informed, reserved, restsUntil)
    return reserved
  }
  return async (request) => {
    const now = request.nowMilliseconds
    const known = openWindow(counts.get(request.counter), request)
    const informed = {
      ...request,
      knownSpent: known?.spent ?? 0,
      knownEndMilliseconds: known?.endsAtMilliseconds ?? 0,
    }
    if (known && isResting(known, now)) return countHere(informed, known.restsUntil)
    try {
      const reserved = await shared(informed)
      note(request, reserved, 0)
      return reserved
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      await inTime(reads.query`select 1`)
      return countHere(informed, now + REST_MILLISECONDS)
    }
  }
}

/** Nothing if its window has ended, or ends later than any window can: then the clock was set back. */
function openWindow(known: Known | undefined, request: ReserveRequest): Known | undefined {
  const remaining = (known?.endsAtMilliseconds ?? 0) - request.nowMilliseconds
  return remaining > 0 && remaining <= request.windowMilliseconds ? known : undefined
}

function isResting({ restsUntil }: Known, now: number): boolean {
  return restsUntil > now && restsUntil <= now + REST_MILLISECONDS
}

/** The same answer of PostgreSQL. Throws DatabaseUnavailable where it does not come in time for a counter. */
export async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new DatabaseUnavailable('A counter was not counted in time'))
  // An answer that has arrived while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(giveUp), PATIENCE_MILLISECONDS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
