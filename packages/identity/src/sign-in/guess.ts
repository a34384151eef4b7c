import { sha256 } from '../platform/secret.ts'

/** Failures in one place that cost nothing: people mistype. */
const FREE_FAILURES_HERE = 5

/** The same for a place that the account does not know, while the account is being guessed at from many places. */
const FREE_FAILURES_HERE_UNDER_ATTACK = 1

/** Failures at all accounts that one network has in an hour before it is slowed. */
const FREE_FAILURES_PER_NETWORK = 50

/** More failures than this in an hour, over all places, and an account counts as guessed at. */
export const CALM_FAILURES_PER_ACCOUNT = 50

/** Nobody ever waits longer than this. */
export const LONGEST_DELAY_SECONDS = 15 * 60

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

/** One count of failures, and what it does. */
export interface FailureCounter {
  readonly key: Buffer
  /** Seconds to wait after the first failure, the second …; the last one goes for all that follow. */
  readonly delaysSeconds: readonly number[]
  readonly memorySeconds: number
  /** Whether `memorySeconds` runs from the first failure or from the latest. */
  readonly memoryFrom: 'first' | 'latest'
}

/** Counts what happens to one account over all places; it slows nobody by itself, so that nobody can be locked out. */
export function accountCounter({ email }: Guess): FailureCounter {
  return {
    key: keyOf('account', email),
    delaysSeconds: [0],
    memorySeconds: HOUR_SECONDS,
    memoryFrom: 'first',
  }
}

/** Counts what comes from one network, whatever the account. */
export function networkCounter({ network }: Guess): FailureCounter {
  const delaysSeconds = growingDelays(FREE_FAILURES_PER_NETWORK)
  return { key: keyOf('network', network), delaysSeconds, memorySeconds: HOUR_SECONDS, memoryFrom: 'first' }
}

/** Counts what happens to one account in one place: a browser that it knows, or a network. */
export function placeCounter(guess: Guess, account: 'calm' | 'under-attack'): FailureCounter {
  const { email, knownDevice, network } = guess
  const key = knownDevice
    ? keyOf('device', email, knownDevice.toString('hex'))
    : keyOf('stranger', email, network)
  const wary = account === 'under-attack' && !knownDevice
  const delaysSeconds = growingDelays(wary ? FREE_FAILURES_HERE_UNDER_ATTACK : FREE_FAILURES_HERE)
  return { key, delaysSeconds, memorySeconds: DAY_SECONDS, memoryFrom: 'latest' }
}

/** So many failures without a wait, the last of them with two seconds, then twice as long each time. */
export function growingDelays(freeFailures: number): readonly number[] {
  const delays = Array<number>(freeFailures - 1).fill(0)
  for (let delay = 2; delay < LONGEST_DELAY_SECONDS; delay *= 2) delays.push(delay)
  return [...delays, LONGEST_DELAY_SECONDS]
}

function keyOf(...words: readonly string[]): Buffer {
  return sha256(words.join('\n'))
}
