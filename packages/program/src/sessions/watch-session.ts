import type { Clock } from '../platform/index.ts'
import type { AuthResult, SignedOut, Unavailable, VisitorRequest } from '../program-sso.ts'

/** What the watch of sessions is handed. */
export interface WatchNeeds {
  readonly clock: Clock
  readonly ceilingMs: number
  authenticate(request: VisitorRequest): Promise<AuthResult<unknown>>
}

/** Watches the sessions of connections that stay open. */
export interface SessionWatch {
  /** Resolves with the refusal of the connection, or with null when `signal` aborts or the watch is closed. */
  whenRefused(request: VisitorRequest, signal: AbortSignal): Promise<SignedOut | Unavailable | null>
  close(): void
}

/** A session that is checked at every turn would be read without a pause. */
const SHORTEST_PAUSE_MS = 1000

/** Makes the watch of one process. */
export function createSessionWatch(needs: WatchNeeds): SessionWatch {
  const running = new Set<AbortController>()
  let isClosed = false
  return {
    async whenRefused(request, signal) {
      const own = new AbortController()
      const stop = () => own.abort()
      if (isClosed || signal.aborted) return null
      signal.addEventListener('abort', stop)
      running.add(own)
      try {
        return await untilRefused(needs, request, own.signal)
      } finally {
        running.delete(own)
        signal.removeEventListener('abort', stop)
      }
    },
    close() {
      isClosed = true
      for (const own of running) own.abort()
    },
  }
}

/**
 * Authenticates again whenever the last central check gets too old. An outage is a refusal too: without a check, the
 * connection may not be used any longer.
 */
async function untilRefused(
  { clock, ceilingMs, authenticate }: WatchNeeds,
  request: VisitorRequest,
  signal: AbortSignal,
): Promise<SignedOut | Unavailable | null> {
  while (!signal.aborted) {
    const result = await authenticate(request)
    if (signal.aborted) return null
    if (result.status !== 'ok') return result
    const ageMs = clock.now().getTime() - result.session.centralCheckedAt.getTime()
    const pauseMs = Math.min(Math.max(ceilingMs - ageMs, SHORTEST_PAUSE_MS), ceilingMs)
    await clock.sleep(pauseMs, signal, true)
  }
  return null
}
