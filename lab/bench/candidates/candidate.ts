import type { Load } from '../../kit/load/plan.ts'

/** What is measured. */
export type OperationName =
  | 'introspection'
  | 'userinfo'
  | 'authorize'
  | 'refresh'
  | 'code-exchange'
  | 'sign-in'
  | 'registration'
  | 'guarded-route'

/** The requests of a slice. */
export interface LoadWanted {
  readonly operation: OperationName
  readonly connections: number
  /** The number of requests to prepare, if each can be sent once only. */
  readonly amount: number
}

/** A process that answers. */
export interface Server {
  readonly pid: number
  readonly port: number
}

/** A server that is measured, or a baseline beside it. */
export interface Candidate {
  readonly name: string
  readonly server: Server
  readonly operations: readonly OperationName[]
  /** The postmasters of its PostgreSQL servers; by default the one of the testbed. */
  readonly postmasters?: readonly number[]
  /** Prepares the requests of a slice. */
  prepare(wanted: LoadWanted): Promise<Load>
  /**
   * Prepares checks that a revoked token is inactive at the next call. A check throws if it is not.
   * The peer has no such checks: when it revokes a token, it ends all tokens of the grant, and the slice needs those.
   */
  prepareRevocations?: (count: number) => Promise<readonly (() => Promise<void>)[]>
}
