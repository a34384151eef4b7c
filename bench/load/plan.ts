/** One request as the bytes that go over the wire, and what its answer must be. */
export interface Shot {
  readonly request: string
  readonly status: number
  /** Words that the answer must hold, in its head or its body. */
  readonly contains: string
}

/** What is sent. */
export type Shots =
  /** The same requests again and again, until the time is up. */
  | { readonly kind: 'cycle'; readonly shots: readonly Shot[] }
  /** Each request once; done when all are answered. */
  | { readonly kind: 'once'; readonly shots: readonly Shot[] }
  /** Each answer brings a refresh token for a later request: at least one for each connection. */
  | { readonly kind: 'chain'; readonly firstTokens: readonly string[]; readonly head: string }

/** One run of load. */
export interface LoadPlan {
  readonly port: number
  readonly connections: number
  /** How long `cycle` and `chain` go on; `once` ends by itself. */
  readonly seconds: number
  readonly load: Shots
  /** A pattern with one group that is picked out of every answer of `once`. */
  readonly collect?: string
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
}
