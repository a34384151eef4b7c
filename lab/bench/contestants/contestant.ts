import type { Shots } from '../load/plan.ts'

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

/** What a slice is about to send. */
export interface ShotsWanted {
  readonly operation: OperationName
  readonly connections: number
  /** How many requests to prepare, where each can be sent once only. */
  readonly amount: number
}

/** A process that answers. */
export interface Server {
  readonly pid: number
  readonly port: number
}

/** Somebody who takes part: a server that is measured, or a floor beside it. */
export interface Contestant {
  readonly name: string
  /** One process, or several that share a database; connections take them in turn. */
  readonly servers: readonly Server[]
  readonly operations: readonly OperationName[]
  /** Prepares what a slice sends. */
  prepare(wanted: ShotsWanted): Promise<Shots>
  /**
   * Prepares looks at whether a token that is revoked is inactive on the very next call; each throws if it is not.
   * The peer has none: it ends every token of a citizen's grant with one of them, and so those that the slice asks for.
   */
  prepareRevocations?: (count: number) => Promise<readonly (() => Promise<void>)[]>
}
