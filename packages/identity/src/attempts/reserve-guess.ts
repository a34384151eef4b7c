import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type Claimed, claim } from './claim-store.ts'
import type { Guess } from './guess.ts'
import { type CountedFailure, findFailures, takeFailuresBack } from './guess-store.ts'
import { forgiveFailures, uncountFailure } from './guessed-address-store.ts'

/** Has to wait before the next try. */
export interface MustWait {
  readonly retryAfterSeconds: number
}

/** Why a guess may not be made now; `unknown-browser`: not by a browser that the account does not know, however long it waits. */
export type GuessRefusal = 'unknown-browser' | MustWait

/** A guess that may be made: it counts as a failure until it is forgiven or taken back. */
export interface ReservedGuess extends Pick<Guess, 'email' | 'deviceHash'> {
  /** Who has the address, in whatever standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
  /** Where it was counted, the place first and the account last. */
  readonly counted: readonly CountedFailure[]
  /** Failures in a row at the address, this one included; 0 for a browser that the account knows. */
  readonly strangersFailures: number
  /** How long this place has to wait if the guess fails. */
  readonly nextDelaySeconds: number
}

/**
 * Counts a guess as a failure before anything is compared, or says how long to wait. A browser that the account
 * knows is judged by its own failures alone, never by those of its network or of strangers. Every other one may try while
 * there were fewer than a hundred failures in a row at the address.
 */
export async function reserveGuess(
  needs: Pick<Foundation, 'db' | 'clock'>,
  guess: Guess,
): Promise<Result<ReservedGuess, GuessRefusal>> {
  const now = needs.clock.now()
  const claimed = await claim(needs.db, guess, now)
  const { counted, outcome } = claimed
  if (outcome !== 'counted') return refuse(needs.db, counted, outcome, now)
  const nextDelaySeconds = Math.max(0, ...counted.map(({ blockedUntil }) => blockedUntil - now))
  const { email, deviceHash } = guess
  return accepted({ ...claimed, email, deviceHash, nextDelaySeconds })
}

/** Takes a guess back that was not made. */
export async function takeGuessBack(
  { db }: Pick<Foundation, 'db' | 'clock'>,
  guess: ReservedGuess,
): Promise<void> {
  await takeFailuresBack(db, guess.counted, 'nothing')
  if (!guess.knowsDevice) await uncountFailure(db, guess.email)
}

/** Forgets all failures of the place and all in a row, because the guess was right, and this one everywhere else. */
export async function forgiveGuess(
  { db }: Pick<Foundation, 'db' | 'clock'>,
  guess: ReservedGuess,
): Promise<void> {
  await takeFailuresBack(db, guess.counted, 'place')
  await forgiveFailures(db, { ...guess, citizenId: guess.citizen?.citizenId })
}

/** What was counted before the counter that makes the guess wait did not happen. */
async function refuse(
  db: Database,
  counted: readonly CountedFailure[],
  outcome: Exclude<Claimed['outcome'], 'counted'>,
  now: UnixSeconds,
): Promise<Result<ReservedGuess, GuessRefusal>> {
  if (counted.length > 0) await takeFailuresBack(db, counted, 'nothing')
  if (outcome === 'closed') return refused('unknown-browser')
  const blocked = await findFailures(db, outcome.waitsFor.key, now)
  return refused({ retryAfterSeconds: Math.max((blocked?.blockedUntil ?? 0) - now, 1) })
}
