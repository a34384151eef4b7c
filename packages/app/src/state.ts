import type { SsoProblem } from './problems.ts'

/** Where the citizen stands. */
export type SsoState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed_out'; readonly problem: SsoProblem | null; readonly returnTo: string | null }
  | {
      readonly status: 'signed_in'
      readonly accessExpiresAt: number
      readonly justSignedIn: boolean
      readonly returnTo: string | null
    }
  /** Still signed in: the network or the identity service is away, and nothing was cleared. */
  | { readonly status: 'waiting'; readonly problem: SsoProblem; readonly retryAt: number }

/** Is told of each new state. */
export type SsoListener = (state: SsoState) => void

/** Holds the present state and tells everybody who asked to be told. */
export interface StateBoard {
  state: SsoState
  show(state: SsoState): void
  subscribe(listener: SsoListener): () => void
}

/** Opens a board; a listener that throws shows up as an unhandled rejection, and stops nobody. */
export function openStateBoard(): StateBoard {
  const listeners = new Set<SsoListener>()
  const board: StateBoard = {
    state: { status: 'starting' },
    show(state) {
      board.state = state
      for (const listener of listeners) void (async () => listener(state))()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return board
}
