import { type AccountMark, type Citizen, markOf } from '../citizens/index.ts'
import { cancelGuess, type GuessRefusal, type ReservedGuess, reserveGuess } from '../guesses/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { countedNetworks } from '../rate-limits/index.ts'
import type { Entrant } from '../sign-in/index.ts'
import { spendTry } from './half-sign-in-store.ts'
import { cancelWrongCode, countWrongCode } from './wrong-code-store.ts'

/** A sign-in that awaits a code, and its citizen. */
export interface AwaitedCode {
  readonly key: TokenKey
  readonly citizen: Citizen
}

/** A code that may be compared. It counts as wrong until it is taken back. */
export interface CodeTry {
  readonly guess: ReservedGuess
  /** How many codes may still be tried with this ticket. */
  readonly triesLeft: number
  /** Wrong codes of browsers that the account does not know, with this one; 0 for a browser that it knows. */
  readonly strangersCodes: number
  readonly mark: AccountMark & Pick<TokenKey, 'citizenId'>
}

/**
 * Counts a code before it is compared: as a guess at the account, as a try of the ticket, and for a browser that the account does not know
 * among the wrong codes of all such browsers. A hundred of these are the most, whatever the owner does.
 */
export async function reserveTry(
  needs: Basics,
  { key, citizen }: AwaitedCode,
  { deviceHash, origin }: Pick<Entrant, 'deviceHash' | 'origin'>,
): Promise<Result<CodeTry, 'too-late' | GuessRefusal>> {
  const { db, clock } = needs
  const networks = countedNetworks(origin.address)
  const guess = await reserveGuess(needs, { email: citizen.email, deviceHash, networks })
  if (!guess.ok) return guess
  const mark = { ...markOf(citizen), citizenId: citizen.citizenId }
  const strangersCodes = guess.value.knowsDevice ? 0 : await countWrongCode(db, mark, clock.now())
  if (strangersCodes === undefined) {
    await cancelGuess(needs, guess.value)
    return refused('unknown-browser')
  }
  const counted = { guess: guess.value, strangersCodes, mark }
  const triesLeft = await spendTry(db, key, clock.now())
  if (triesLeft !== undefined) return accepted({ ...counted, triesLeft })
  await takeBack(needs, counted)
  return refused('too-late')
}

/** Takes back a code that was not compared. */
export async function takeBack(
  needs: Basics,
  { guess, ...counted }: Omit<CodeTry, 'triesLeft'>,
): Promise<void> {
  await cancelGuess(needs, guess)
  await cancelStrangersCode(needs, counted)
}

/** Takes a right code back from the wrong codes of unknown browsers. The others stay. */
export async function cancelStrangersCode(
  { db }: Basics,
  { strangersCodes, mark }: Pick<CodeTry, 'strangersCodes' | 'mark'>,
): Promise<void> {
  if (strangersCodes > 0) await cancelWrongCode(db, mark)
}
