import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  accountCounter,
  CALM_FAILURES_PER_ACCOUNT,
  type FailureCounter,
  type Guess,
  networkCounter,
  placeCounter,
} from './guess.ts'
import {
  type CountedFailure,
  countFailure,
  deleteFailures,
  findFailures,
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
export interface ReservedGuess {
  readonly place: CountedFailure
  readonly others: readonly CountedFailure[]
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
  const account = accountCounter(guess)
  const soFar = (await findFailures(needs.db, account.key, now))?.failures ?? 0
  const place = placeCounter(guess, soFar > CALM_FAILURES_PER_ACCOUNT ? 'under-attack' : 'calm')
  const counters = guess.knownDevice ? [account] : [networkCounter(guess), account]
  return countAll(needs, [place, ...counters], now)
}

/** Takes a guess back that was not made. */
export async function takeGuessBack({ db }: GuessNeeds, guess: ReservedGuess): Promise<void> {
  for (const counted of [guess.place, ...guess.others]) await takeFailureBack(db, counted)
}

/** Forgets all failures of the place, because the guess was right, and this one everywhere else. */
export async function forgiveGuess({ db }: GuessNeeds, guess: ReservedGuess): Promise<void> {
  await deleteFailures(db, guess.place.key)
  for (const counted of guess.others) await takeFailureBack(db, counted)
}

async function countAll(
  { db }: GuessNeeds,
  counters: readonly FailureCounter[],
  now: UnixSeconds,
): Promise<Result<ReservedGuess, MustWait>> {
  const counted: CountedFailure[] = []
  for (const counter of counters) {
    const failure = await countFailure(db, counter, now)
    if (!failure) return refuse(db, { counter, counted }, now)
    counted.push(failure)
  }
  const [place, ...others] = counted
  if (!place) throw new Error('A guess is counted in one place at least')
  const nextDelaySeconds = Math.max(...counted.map(({ blockedUntil }) => blockedUntil - now), 0)
  return accepted({ place, others, nextDelaySeconds })
}

async function refuse(
  db: Database,
  { counter, counted }: { counter: FailureCounter; counted: readonly CountedFailure[] },
  now: UnixSeconds,
): Promise<Result<ReservedGuess, MustWait>> {
  for (const failure of counted) await takeFailureBack(db, failure)
  const blocked = await findFailures(db, counter.key, now)
  return refused({ retryAfterSeconds: Math.max((blocked?.blockedUntil ?? 0) - now, 1) })
}
