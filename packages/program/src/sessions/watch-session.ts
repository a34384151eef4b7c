import type { Clock } from '../platform/index.ts'
import type { AuthResult, SignedOut, Unavailable } from '../program-sso.ts'

/** What the watch of a session is handed. */
export interface WatchNeeds {
  readonly clock: Clock
  readonly ceilingMs: number
  authenticate(): Promise<AuthResult<unknown>>
}

/** A session that is checked at every turn would be read without a pause. */
const SHORTEST_PAUSE_MS = 1000

/**
 * Authenticates a connection again whenever its last central check gets too old. Resolves with the refusal, or with null
 * when `signal` aborts. An outage is a refusal too: without a check, the connection may not be used any longer.
 */
export async function watchSession(
  { clock, ceilingMs, authenticate }: WatchNeeds,
  signal: AbortSignal,
): Promise<SignedOut | Unavailable | null> {
  while (!signal.aborted) {
    const result = await authenticate()
    if (signal.aborted) return null
    if (result.status !== 'ok') return result
    const ageMs = clock.now().getTime() - result.session.centralCheckedAt.getTime()
    const pauseMs = Math.min(Math.max(ceilingMs - ageMs, SHORTEST_PAUSE_MS), ceilingMs)
    await clock.sleep(pauseMs, signal, true)
  }
  return null
}
