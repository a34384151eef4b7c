import { sha256 } from '../platform/secret.ts'
import type { CountedFor } from '../rate-limits/index.ts'

/** Failures in one place that cost nothing: people mistype. The wider networks around it have some times as many. */
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

/** How long a place is remembered after its latest failure. */
const PLACE_SECONDS = 24 * 60 * 60

/** How long a network or an account is remembered after its first failure. */
const NETWORK_SECONDS = 60 * 60

/** More failures than there ever are: a counter of so many keeps nobody waiting. */
const NO_END = 2 ** 31 - 1

/** Who tries to be whom, from where. */
export interface Guess {
  /** The address as it is counted, whether or not anybody has it. */
  readonly email: string
  /** `idHash` of the browser. */
  readonly deviceHash: Buffer
  /** What the guess comes from, the narrowest network first. */
  readonly networks: readonly CountedFor[]
}

/** One count of failures, and from when on it makes the next guess wait. */
export interface GuessCounter {
  readonly key: Buffer
  /** Failures that cost nothing. */
  readonly free: number
  /** The same while the account is being guessed at from many places. */
  readonly freeUnderAttack: number
  readonly rememberedSeconds: number
  readonly rememberedFrom: 'first' | 'latest'
}

/** Where the failures of a guess are counted, in this order; the place comes first, and the account last. */
export interface GuessCounters {
  /** For a browser that the account knows: the account together with the browser, then the account over all places. */
  readonly known: readonly GuessCounter[]
  /** For every other one: the account together with each network, each network over all accounts, then the account. */
  readonly stranger: readonly GuessCounter[]
  /** The key of the account over all places. */
  readonly account: Buffer
}

/** Where a guess is counted. */
export function countersOf({ email, deviceHash, networks }: Guess): GuessCounters {
  const account = keyOf('account', email)
  const everywhere: GuessCounter = {
    key: account,
    free: NO_END,
    freeUnderAttack: NO_END,
    rememberedSeconds: NETWORK_SECONDS,
    rememberedFrom: 'first',
  }
  const places = networks.map(({ who, factor }) =>
    place(keyOf('stranger', email, who), {
      free: FREE_FAILURES_HERE * factor,
      freeUnderAttack: FREE_FAILURES_HERE_UNDER_ATTACK * factor,
    }),
  )
  const device = place(keyOf('device', email, deviceHash.toString('hex')), {
    free: FREE_FAILURES_HERE,
    freeUnderAttack: FREE_FAILURES_HERE,
  })
  return {
    known: [device, everywhere],
    stranger: [...places, ...networks.map(networkCounter), everywhere],
    account,
  }
}

function place(key: Buffer, free: Pick<GuessCounter, 'free' | 'freeUnderAttack'>): GuessCounter {
  return { key, ...free, rememberedSeconds: PLACE_SECONDS, rememberedFrom: 'latest' }
}

function networkCounter({ who, factor }: CountedFor): GuessCounter {
  const free = FREE_FAILURES_PER_NETWORK * factor
  return {
    key: keyOf('network', who),
    free,
    freeUnderAttack: free,
    rememberedSeconds: NETWORK_SECONDS,
    rememberedFrom: 'first',
  }
}

function keyOf(...words: readonly string[]): Buffer {
  return sha256(words.join('\n'))
}
