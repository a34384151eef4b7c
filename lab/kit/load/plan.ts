import type { CheckedRequest } from '../http/request.ts'
import type { Client } from '../oauth-requests.ts'
import type { MixedLoad } from './mixed-load.ts'

/** What is sent. */
export type Load =
  /** The same requests again and again, until the time is up. */
  | { readonly kind: 'cycle'; readonly requests: readonly CheckedRequest[] }
  /** Each request once; done when all are answered. */
  | { readonly kind: 'once'; readonly requests: readonly CheckedRequest[] }
  /** Each response brings a refresh token for a later request: at least one for each connection. */
  | { readonly kind: 'chain'; readonly client: Client; readonly refreshTokens: readonly string[] }
  /** Everything that citizens and programs do, side by side. */
  | MixedLoad

/** One run of load. */
export interface LoadPlan {
  /** Where it goes; connections take the ports in turn. */
  readonly ports: readonly number[]
  readonly connections: number
  /** How long everything but `once` goes on; `once` ends by itself. */
  readonly seconds: number
  readonly load: Load
  /** Evenly so many a second; as fast as the responses come where it is missing. */
  readonly perSecond?: number
  /** How long each connection rests between a response and its next request. */
  readonly pauseMilliseconds?: number
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
export interface LoadResult extends KindResult {
  readonly seconds: number
  /** What the first response was that was not as it must be. */
  readonly firstFault: string | undefined
  /** CPU time of the load itself, in microseconds. */
  readonly cpuMicroseconds: number
  /** The same for each kind of request of a mixed load. */
  readonly kinds: Readonly<Record<string, KindResult>>
}
