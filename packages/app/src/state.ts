import type { SsoProblem } from './problems.ts'

/** Whether a citizen is signed in. */
export type SsoState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed_out'; readonly problem: SsoProblem | null; readonly returnTo: string | null }
  | {
      readonly status: 'signed_in'
      readonly accessExpiresAt: number
      readonly justSignedIn: boolean
      readonly returnTo: string | null
    }
  /** Still signed in, but the network, the program or the identity service does not answer. The tokens are kept. */
  | { readonly status: 'waiting'; readonly problem: SsoProblem; readonly retryAt: number }

/** Called with each new state. */
export type SsoListener = (state: SsoState) => void

/** Holds the current state and calls the listeners. */
export interface StateHolder {
  state: SsoState
  /** Runs work once for all who ask for it before it is done. */
  once<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  show(state: SsoState): void
  subscribe(listener: SsoListener): () => void
}

/** Makes the holder. An error in a listener becomes an unhandled rejection and does not stop the other listeners. */
export function openStateHolder(): StateHolder {
  const listeners = new Set<SsoListener>()
  const running: Record<string, Promise<unknown>> = {}
  const holder: StateHolder = {
    state: { status: 'starting' },
    // Work with this name has this type.
    once: <Value>(name: string, work: () => Promise<Value>) =>
      (running[name] ??= work().finally(() => delete running[name])) as Promise<Value>,
    show(state) {
      holder.state = state
      for (const listener of listeners) void (async () => listener(state))()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return holder
}
