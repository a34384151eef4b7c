import { sha256 } from '../platform/secret.ts'

/** Failures in one place that cost nothing: people mistype. */
const FREE_FAILURES_HERE = 5

/** The same for a place that the account does not know, while the account is being guessed at from many places. */
const FREE_FAILURES_HERE_UNDER_ATTACK = 1

/** Failures at all accounts that one network has in an hour before it is slowed. */
const FREE_FAILURES_PER_NETWORK = 50

/** More failures than this in an hour, over all places, and an account counts as guessed at. */
export const CALM_FAILURES_PER_ACCOUNT = 50

/** The first wait. */
export const FIRST_DELAY_SECONDS = 2

/** Nobody ever waits longer than this. */
export const LONGEST_DELAY_SECONDS = 15 * 60

/** More than this, and a delay is the longest in any case. */
export const MOST_DOUBLINGS = 9

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Who tries to be whom, from where. */
export interface Guess {
  /** The address as it is counted, whether or not anybody has it. */
  readonly email: string
  /** The browser, when it has signed in to this account before. */
  readonly knownDevice: Buffer | undefined
  readonly network: string
}

/** One count of failures. */
export interface FailureCounter {
  readonly key: Buffer
  /** Seconds until it is forgotten. */
  readonly memorySeconds: number
}

/** A count that makes whoever fails too often wait: for two seconds, then twice as long each time. */
export interface SlowingCounter extends FailureCounter {
  /** The first failure that has to be waited after. */
  readonly slowFrom: number
}

/** Everything that one guess counts for, in the order in which it is asked whether the guess may be made. */
export interface GuessCounters {
  /** What happens to one account in one place: a browser that it knows, or a network; forgotten after the latest failure. */
  readonly place: SlowingCounter & {
    /** `slowFrom` while the account is being guessed at from many places. */
    readonly slowFromUnderAttack: number
  }
  /** What comes from one network, whatever the account; forgotten after the first failure. None for a known browser. */
  readonly network: SlowingCounter | undefined
  /** What happens to one account over all places; it slows nobody by itself, so that nobody can be locked out. */
  readonly account: FailureCounter
}

/** What a guess counts for. */
export function countersOf({ email, knownDevice, network }: Guess): GuessCounters {
  const account = { key: keyOf('account', email), memorySeconds: HOUR_SECONDS }
  const ofPlace = { memorySeconds: DAY_SECONDS, slowFrom: FREE_FAILURES_HERE }
  if (knownDevice) {
    const key = keyOf('device', email, knownDevice.toString('hex'))
    return { place: { ...ofPlace, key, slowFromUnderAttack: FREE_FAILURES_HERE }, network: undefined, account }
  }
  const key = keyOf('stranger', email, network)
  return {
    place: { ...ofPlace, key, slowFromUnderAttack: FREE_FAILURES_HERE_UNDER_ATTACK },
    network: { key: keyOf('network', network), memorySeconds: HOUR_SECONDS, slowFrom: FREE_FAILURES_PER_NETWORK },
    account,
  }
}

function keyOf(...words: readonly string[]): Buffer {
  return sha256(words.join('\n'))
}
