import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { countersOf, type Guess, type GuessCounters } from './guess.ts'
import {
  type AllCounted,
  type CountedFailure,
  countFailures,
  findFailures,
  forgiveFailures,
  takeFailureBack,
} from './guess-store.ts'

/** What counting guesses needs. */
export interface GuessNeeds {
  readonly db: Database
  readonly clock: Clock
}

/** Has to wait before the next try. */
export interface MustWait {
  readonly retryAfterSeconds: number
}

/** A guess that may be made: it counts as a failure until it is forgiven or taken back. */
export interface ReservedGuess extends AllCounted {
  /** How long this place has to wait if the guess fails. */
  readonly nextDelaySeconds: number
}

/**
 * Counts a guess as a failure before anything is compared, or says how long to wait. A browser that the account
 * knows is judged by its own failures alone, never by those of its network or of strangers.
 */
export async function reserveGuess(
  needs: GuessNeeds,
  guess: Guess,
): Promise<Result<ReservedGuess, MustWait>> {
  const now = needs.clock.now()
  const counters = countersOf(guess)
  const { place, network, account } = await countFailures(needs.db, counters, now)
  if (!place || !account) return refuse(needs.db, { counters, counted: place }, now)
  const blockedUntil = Math.max(place.blockedUntil, network?.blockedUntil ?? 0)
  return accepted({ place, network, account, nextDelaySeconds: Math.max(blockedUntil - now, 0) })
}

/** Takes a guess back that was not made. */
export async function takeGuessBack(
  { db }: GuessNeeds,
  { place, network, account }: ReservedGuess,
): Promise<void> {
  for (const counted of [place, network, account]) if (counted) await takeFailureBack(db, counted)
}

/** Forgets all failures of the place, because the guess was right, and this one everywhere else. */
export async function forgiveGuess({ db }: GuessNeeds, guess: ReservedGuess): Promise<void> {
  await forgiveFailures(db, guess)
}

/** Nobody has counted but the place, if that: what refused is the one after it. */
async function refuse(
  db: Database,
  { counters, counted: place }: { counters: GuessCounters; counted: CountedFailure | undefined },
  now: UnixSeconds,
): Promise<Result<ReservedGuess, MustWait>> {
  if (place) await takeFailureBack(db, place)
  const refusing = (place && counters.network) ?? counters.place
  const blocked = await findFailures(db, refusing.key, now)
  return refused({ retryAfterSeconds: Math.max((blocked?.blockedUntil ?? 0) - now, 1) })
}
