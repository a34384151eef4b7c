import type { MixedLoad } from './mix/mixed-load.ts'
import type { Shot } from './shot.ts'

/** What is sent. */
export type Shots =
  /** The same requests again and again, until the time is up. */
  | { readonly kind: 'cycle'; readonly shots: readonly Shot[] }
  /** Each request once; done when all are answered. */
  | { readonly kind: 'once'; readonly shots: readonly Shot[] }
  /** Each answer brings a refresh token for a later request: at least one for each connection. */
  | { readonly kind: 'chain'; readonly firstTokens: readonly string[]; readonly head: string }
  /** Everything that citizens and programs do, side by side. */
  | MixedLoad

/** One run of load. */
export interface LoadPlan {
  /** Where it goes; connections take the ports in turn. */
  readonly ports: readonly number[]
  readonly connections: number
  /** How long everything but `once` goes on; `once` ends by itself. */
  readonly seconds: number
  readonly load: Shots
  /** Evenly so many a second; as fast as the answers come where it is missing. */
  readonly perSecond?: number
  /** A pattern with one group that is picked out of every answer of `once`. */
  readonly collect?: string
}

/** What came of one kind of request. */
export interface KindResult {
  readonly answers: number
  readonly faults: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  readonly mostMilliseconds: number
}

/** What came of a run. */
export interface LoadResult {
  readonly answers: number
  readonly seconds: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** Answers that were not as they must be. */
  readonly faults: number
  /** What the first of them was. */
  readonly firstFault: string | undefined
  /** What was picked, in the order of the requests. */
  readonly collected: readonly string[]
  /** CPU time of the load itself, in microseconds. */
  readonly cpuMicroseconds: number
  /** The same for each kind of request of a mixed load. */
  readonly kinds: Readonly<Record<string, KindResult>>
}
