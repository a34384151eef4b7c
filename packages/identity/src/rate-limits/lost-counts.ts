import type { InformedRequest } from './counter-store.ts'

/** The share of a limit that is assumed to be spent where nobody knows. */
const ASSUMED_SHARE = 0.5

/** The same request, of a caller whose count nobody knows: half of the limit is assumed to be spent, and at least one is left. */
export function assumingHalf(request: InformedRequest): InformedRequest {
  if (request.knownEndMilliseconds > 0) return request
  const assumed = Math.floor(request.allowance * ASSUMED_SHARE)
  return { ...request, knownSpent: Math.max(0, Math.min(assumed, request.allowance - 1)) }
}

/** Whether the counters of Redis may be lost. */
export interface LossWatch {
  /** A connection was opened, to this run of Redis. Another run than before may have begun without counters. */
  connected(run: string | undefined): void
  disconnected(): void
  failed(): void
  /** Redis has answered. Over the same connection as before, or in the same run, nothing is lost. */
  answered(): void
  /** Makes a request strict, while a window that began before the loss may be open. */
  strict(request: InformedRequest): InformedRequest
}

/** Watches it. A Redis that has never been connected has lost nothing that this process could know of. */
export function watchLoss(now: () => number): LossWatch {
  let known: string | undefined
  /** Whether the connection of this moment is to the known run. */
  let isKnownRun = false
  let lostAt: number | undefined
  return {
    connected(run) {
      isKnownRun = known === undefined || run === known
      // From now on this run is the one to compare with; what the one before has lost stays lost.
      if (isKnownRun) lostAt = undefined
      known = run
    },
    disconnected() {
      isKnownRun = false
      if (known !== undefined) lostAt ??= now()
    },
    failed() {
      if (known !== undefined) lostAt ??= now()
    },
    answered() {
      if (isKnownRun) lostAt = undefined
    },
    strict(request) {
      if (lostAt === undefined) return request
      const age = request.nowMilliseconds - lostAt
      return age >= 0 && age <= request.windowMilliseconds ? assumingHalf(request) : request
    },
  }
}
