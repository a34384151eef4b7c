import type { Citizen } from '../citizens/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type Claimed, claim } from './claim-store.ts'
import { type Guess, type GuessKeys, keysOf } from './guess.ts'
import { type AllCounted, findFailures, forgiveFailures, takeFailureBack } from './guess-store.ts'

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
  /** Who has the address, in whatever standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
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
  const keys = keysOf(guess)
  const claimed = await claim(needs.db, { ...guess, keys }, now)
  const { place, network, account } = claimed
  if (!place || !account) return refuse(needs.db, { claimed, keys }, now)
  const blockedUntil = Math.max(place.blockedUntil, network?.blockedUntil ?? 0)
  const nextDelaySeconds = Math.max(blockedUntil - now, 0)
  return accepted({ ...claimed, place, account, nextDelaySeconds })
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

/** Nothing was counted but at the place, if that: what refused is the count after it. */
async function refuse(
  db: Database,
  { claimed: { place, knowsDevice }, keys }: { claimed: Claimed; keys: GuessKeys },
  now: UnixSeconds,
): Promise<Result<ReservedGuess, MustWait>> {
  if (place) await takeFailureBack(db, place)
  const strangers = place ? keys.network : keys.stranger
  const blocked = await findFailures(db, knowsDevice ? keys.device : strangers, now)
  return refused({ retryAfterSeconds: Math.max((blocked?.blockedUntil ?? 0) - now, 1) })
}
