import { sha256 } from '../platform/secret.ts'
import type { CountedFor } from '../rate-limits/index.ts'

/** Free failures in one place, because people mistype. The wider networks around it have a multiple of that. */
const FREE_FAILURES_HERE = 5

/** Free failures in an unknown place while many places guess at the account. */
const FREE_FAILURES_HERE_UNDER_ATTACK = 1

/** Free failures of one network at all accounts in an hour. */
const FREE_FAILURES_PER_NETWORK = 50

/** With more failures than this in an hour over all places, an account counts as under attack. */
export const CALM_FAILURES_PER_ACCOUNT = 50

/** The first delay. Each further one is twice as long. */
export const FIRST_DELAY_SECONDS = 2

/** No delay is longer. */
export const LONGEST_DELAY_SECONDS = 15 * 60

/** With more doublings than this, a delay is the longest in any case. */
export const MOST_DOUBLINGS = 9

/** How long a place is counted after its latest failure. */
const PLACE_SECONDS = 24 * 60 * 60

/** How long a network or an account is counted after its first failure. */
const NETWORK_SECONDS = 60 * 60

/** More failures than there can be: a counter with this limit never makes a guess wait. */
const NO_END = 2 ** 31 - 1

/** Which account is tried, and from where. */
export interface Guess {
  /** The address as it is counted, whether or not somebody owns it. */
  readonly email: string
  readonly deviceHash: Buffer
  /** The networks of the caller, the narrowest one first. */
  readonly networks: readonly CountedFor[]
}

/** One counter of failures, and how many are free. */
export interface GuessCounter {
  readonly key: Buffer
  /** Failures that cause no delay. */
  readonly free: number
  /** The same while many places guess at the account. */
  readonly freeUnderAttack: number
  readonly rememberedSeconds: number
  readonly rememberedFrom: 'first' | 'latest'
}

/** The counters of a guess, in this order: the place first, the account last. */
export interface GuessCounters {
  /** For a browser that the account knows: the account together with the browser, then the account over all places. */
  readonly known: readonly GuessCounter[]
  /** For every other browser: the account together with each network, each network over all accounts, then the account. */
  readonly stranger: readonly GuessCounter[]
  /** The key of the account over all places. */
  readonly account: Buffer
}

/** The counters of a guess. */
export function countersOf({ email, deviceHash, networks }: Guess): GuessCounters {
  const account = accountKey(email)
  const device = place(keyOf('device', email, deviceHash.toString('hex')), FREE_FAILURES_HERE)
  const places = networks.map(({ who, factor }) =>
    place(
      keyOf('stranger', email, who),
      FREE_FAILURES_HERE * factor,
      FREE_FAILURES_HERE_UNDER_ATTACK * factor,
    ),
  )
  const everywhere = overAll(account, NO_END)
  const aroundHere = networks.map(({ who, factor }) =>
    overAll(keyOf('network', who), FREE_FAILURES_PER_NETWORK * factor),
  )
  return { known: [device, everywhere], stranger: [...places, ...aroundHere, everywhere], account }
}

/** The key of an account over all places. */
export function accountKey(email: string): Buffer {
  return keyOf('account', email)
}

/** The counter of an account in one place. */
function place(key: Buffer, free: number, freeUnderAttack = free): GuessCounter {
  return { key, free, freeUnderAttack, rememberedSeconds: PLACE_SECONDS, rememberedFrom: 'latest' }
}

/** The counter of an account over all places, or of a network over all accounts. */
function overAll(key: Buffer, free: number): GuessCounter {
  return {
    key,
    free,
    freeUnderAttack: free,
    rememberedSeconds: NETWORK_SECONDS,
    rememberedFrom: 'first',
  }
}

function keyOf(...words: readonly string[]): Buffer {
  return sha256(words.join('\n'))
}
