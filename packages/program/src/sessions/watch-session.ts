import type { Clock } from '../platform/index.ts'
import type { AuthResult, SignedOut, Unavailable, WatchedConnection } from '../program-sso.ts'

/** What the watch of sessions is handed. */
export interface WatchNeeds {
  readonly clock: Clock
  readonly ceilingMs: number
  authenticate(connection: WatchedConnection): Promise<AuthResult<unknown>>
}

/** Watches the sessions of connections that stay open. */
export interface SessionWatch {
  /** Resolves with the refusal of the connection, or with null when `signal` aborts or the watch is closed. */
  whenRefused(connection: WatchedConnection, signal: AbortSignal): Promise<SignedOut | Unavailable | null>
  /** Lets the connections of an account look again at once, because something may have ended. */
  wake(accountId: string): void
  /** Ends the watch. Resolves when no connection is looked at any more: then the store may close. */
  close(): Promise<void>
}

/** A session that is checked at every turn would be read without a pause. */
const SHORTEST_PAUSE_MS = 1000

/** The connections that wait for their next turn, by account. `wakes` counts, for those that are looking at this moment. */
interface Waiting {
  readonly pauses: Map<string, Set<AbortController>>
  wakes: number
}

/** Makes the watch of one process. */
export function createSessionWatch(needs: WatchNeeds): SessionWatch {
  const running = new Map<AbortController, Promise<unknown>>()
  const waiting: Waiting = { pauses: new Map(), wakes: 0 }
  let isClosed = false
  return {
    async whenRefused(connection, signal) {
      const own = new AbortController()
      const stop = () => own.abort()
      if (isClosed || signal.aborted) return null
      signal.addEventListener('abort', stop)
      const refused = untilRefused(needs, waiting, { connection, signal: own.signal })
      running.set(own, refused)
      try {
        return await refused
      } finally {
        running.delete(own)
        signal.removeEventListener('abort', stop)
      }
    },
    wake(accountId) {
      waiting.wakes += 1
      for (const pause of waiting.pauses.get(accountId) ?? []) pause.abort()
    },
    async close() {
      isClosed = true
      const looks = [...running.values()]
      for (const own of running.keys()) own.abort()
      await Promise.allSettled(looks)
    },
  }
}

interface Watched {
  readonly connection: WatchedConnection
  readonly signal: AbortSignal
}

/**
 * Authenticates again whenever the last central check gets too old. An outage is a refusal too: without a check, the
 * connection may not be used any longer.
 */
async function untilRefused(
  { clock, ceilingMs, authenticate }: WatchNeeds,
  waiting: Waiting,
  { connection, signal }: Watched,
): Promise<SignedOut | Unavailable | null> {
  while (!signal.aborted) {
    const { wakes } = waiting
    const result = await authenticate(connection)
    if (signal.aborted) return null
    if (result.status !== 'ok') return result
    if (wakes !== waiting.wakes) continue
    const ageMs = clock.now().getTime() - result.session.centralCheckedAt.getTime()
    const pauseMs = Math.min(Math.max(ceilingMs - ageMs, SHORTEST_PAUSE_MS), ceilingMs)
    await pauseOf(waiting, result.accountId, signal, (own) => clock.sleep(pauseMs, own, true))
  }
  return null
}

/** Sleeps until the time is over, the account is woken, or the connection closes. */
async function pauseOf(
  { pauses }: Waiting,
  accountId: string,
  signal: AbortSignal,
  sleep: (own: AbortSignal) => Promise<void>,
): Promise<void> {
  const pause = new AbortController()
  const stop = () => pause.abort()
  const ofAccount = pauses.get(accountId) ?? new Set()
  pauses.set(accountId, ofAccount.add(pause))
  signal.addEventListener('abort', stop)
  await sleep(pause.signal)
  signal.removeEventListener('abort', stop)
  ofAccount.delete(pause)
  if (ofAccount.size === 0) pauses.delete(accountId)
}
