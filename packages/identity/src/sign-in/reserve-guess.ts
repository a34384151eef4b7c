import type { Citizen } from '../citizens/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { claim } from './claim-store.ts'
import type { Guess } from './guess.ts'
import { type CountedFailure, findFailures, takeFailuresBack } from './guess-store.ts'

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
  /** Who has the address, in whatever standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
  /** Where it was counted, the place first and the account last. */
  readonly counted: readonly CountedFailure[]
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
  const claimed = await claim(needs.db, guess, now)
  const { counted, refusing } = claimed
  if (refusing) return refuse(needs.db, counted, refusing, now)
  const nextDelaySeconds = Math.max(0, ...counted.map(({ blockedUntil }) => blockedUntil - now))
  return accepted({ ...claimed, nextDelaySeconds })
}

/** Takes a guess back that was not made. */
export async function takeGuessBack({ db }: GuessNeeds, { counted }: ReservedGuess): Promise<void> {
  await takeFailuresBack(db, counted, 'nothing')
}

/** Forgets all failures of the place, because the guess was right, and this one everywhere else. */
export async function forgiveGuess({ db }: GuessNeeds, { counted }: ReservedGuess): Promise<void> {
  await takeFailuresBack(db, counted, 'place')
}

/** What was counted before the counter that makes the guess wait did not happen. */
async function refuse(
  db: Database,
  counted: readonly CountedFailure[],
  refusing: Buffer,
  now: UnixSeconds,
): Promise<Result<ReservedGuess, MustWait>> {
  if (counted.length > 0) await takeFailuresBack(db, counted, 'nothing')
  const blocked = await findFailures(db, refusing, now)
  return refused({ retryAfterSeconds: Math.max((blocked?.blockedUntil ?? 0) - now, 1) })
}
