import { sha256 } from '../platform/secret.ts'

/** Failures in one place that cost nothing: people mistype. */
export const FREE_FAILURES_HERE = 5

/** The same for a place that the account does not know, while the account is being guessed at from many places. */
export const FREE_FAILURES_HERE_UNDER_ATTACK = 1

/** Failures at all accounts that one network has in an hour before it is slowed. */
export const FREE_FAILURES_PER_NETWORK = 50

/** More failures than this in an hour, over all places, and an account counts as guessed at. */
export const CALM_FAILURES_PER_ACCOUNT = 50

/** The first wait; each one after it is twice as long. */
export const FIRST_DELAY_SECONDS = 2

/** Nobody ever waits longer than this. */
export const LONGEST_DELAY_SECONDS = 15 * 60

/** More than this, and a delay is the longest in any case. */
export const MOST_DOUBLINGS = 9

/** Who tries to be whom, from where. */
export interface Guess {
  /** The address as it is counted, whether or not anybody has it. */
  readonly email: string
  /** `idHash` of the browser. */
  readonly deviceHash: Buffer
  readonly network: string
}

/** Where the failures of a guess are counted. */
export interface GuessKeys {
  /** The account together with the browser: the place of one that the account knows. */
  readonly device: Buffer
  /** The account together with the network: the place of every other browser. */
  readonly stranger: Buffer
  /** The network over all accounts. */
  readonly network: Buffer
  /** The account over all places. */
  readonly account: Buffer
}

/** Where a guess is counted. */
export function keysOf({ email, deviceHash, network }: Guess): GuessKeys {
  return {
    device: keyOf('device', email, deviceHash.toString('hex')),
    stranger: keyOf('stranger', email, network),
    network: keyOf('network', network),
    account: keyOf('account', email),
  }
}

function keyOf(...words: readonly string[]): Buffer {
  return sha256(words.join('\n'))
}
