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

/** What a slice is about to send. */
export interface LoadWanted {
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

/** A server that is measured, or a baseline beside it. */
export interface Candidate {
  readonly name: string
  readonly server: Server
  readonly operations: readonly OperationName[]
  /** Prepares what a slice sends. */
  prepare(wanted: LoadWanted): Promise<Load>
  /**
   * Prepares checks of whether a token that is revoked is inactive on the very next call; each throws if it is not.
   * The peer has none: it ends every token of a citizen's grant with one of them, and so those that the slice asks for.
   */
  prepareRevocations?: (count: number) => Promise<readonly (() => Promise<void>)[]>
}
