import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import { type CountedGuess, countGuess } from './count-guess.ts'
import type { Guess } from './guess.ts'
import { type CountedFailure, cancelFailure, deleteCounter, findFailures } from './guess-store.ts'
import { cancelAddressFailure, forgiveFailures } from './guessed-address-store.ts'

/**
 * Why a guess is not allowed now. `unknown-browser`: a browser that the account does not know may not guess at all,
 * however long it waits.
 */
export type GuessRefusal = 'unknown-browser' | Wait

/** A guess that is allowed. It counts as a failure until it is forgiven or taken back. */
export interface ReservedGuess extends Omit<CountedGuess, 'outcome'>, Pick<Guess, 'email' | 'deviceHash'> {
  /** How long this place must wait if the guess fails. */
  readonly nextDelaySeconds: number
}

/**
 * Counts a guess as a failure before the password is compared, or says how long to wait. For a browser that the account
 * knows, only its own failures count, never those of its network or of others. Every other browser may try while the
 * address has fewer than a hundred failures in a row.
 */
export async function reserveGuess(
  needs: Basics,
  guess: Guess,
): Promise<Result<ReservedGuess, GuessRefusal>> {
  const now = needs.clock.now()
  const guessed = await countGuess(needs.db, guess, now)
  const { counted, outcome } = guessed
  if (outcome !== 'counted') return refuse(needs.db, counted, outcome, now)
  const nextDelaySeconds = Math.max(0, ...counted.map(({ blockedUntil }) => blockedUntil - now))
  const { email, deviceHash } = guess
  return accepted({ ...guessed, email, deviceHash, nextDelaySeconds })
}

/** Takes back a guess that was not made. */
export async function cancelGuess({ db }: Basics, guess: ReservedGuess): Promise<void> {
  await Promise.all([
    cancelAll(db, guess.counted),
    guess.knowsDevice ? undefined : cancelAddressFailure(db, guess.email),
  ])
}

/** Forgives a right guess: deletes all failures of the place and all in a row, and this one failure everywhere else. */
export async function forgiveGuess({ db }: Basics, guess: ReservedGuess): Promise<void> {
  const [place, ...others] = guess.counted
  await Promise.all([
    place && deleteCounter(db, place),
    cancelAll(db, others),
    forgiveFailures(db, guess.citizen?.citizenId, guess),
  ])
}

/** Takes back what was counted before the counter that makes the guess wait. */
async function refuse(
  db: Database,
  counted: readonly CountedFailure[],
  outcome: Exclude<CountedGuess['outcome'], 'counted'>,
  now: UnixSeconds,
): Promise<Result<ReservedGuess, GuessRefusal>> {
  await cancelAll(db, counted)
  if (outcome === 'closed') return refused('unknown-browser')
  const blocked = await findFailures(db, outcome.waitsFor.key, now)
  const retryAfterSeconds = Math.max((blocked?.blockedUntil ?? 0) - now, 1)
  return refused({ retryAfterSeconds, limit: 'wrong-guesses' })
}

/** Each failure is a row of its own, so all statements are sent together. */
async function cancelAll(db: Database, counted: readonly CountedFailure[]): Promise<void> {
  await Promise.all(counted.map((failure) => cancelFailure(db, failure)))
}
