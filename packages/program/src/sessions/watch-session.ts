import type { Clock } from '../platform/index.ts'
import {
  type AuthResult,
  RETRY_AFTER_SECONDS,
  type SignedOut,
  type Unavailable,
  type WatchedConnection,
} from '../program-sso.ts'
import type { WatchTimes } from './watch-times.ts'

/** What the watch of sessions is handed. */
export interface WatchNeeds {
  readonly clock: Clock
  readonly times: WatchTimes
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

/** What one process watches. A look outlives its connection, which does not wait for it. */
interface Watching extends WatchNeeds {
  readonly waiting: Waiting
  readonly looks: Set<Promise<unknown>>
}

/** Makes the watch of one process. */
export function createSessionWatch(needs: WatchNeeds): SessionWatch {
  const running = new Map<AbortController, Promise<unknown>>()
  const waiting: Waiting = { pauses: new Map(), wakes: 0 }
  const watching: Watching = { ...needs, waiting, looks: new Set() }
  let isClosed = false
  return {
    async whenRefused(connection, signal) {
      const own = new AbortController()
      const stop = () => own.abort()
      if (isClosed || signal.aborted) return null
      signal.addEventListener('abort', stop)
      const refused = untilRefused(watching, { connection, signal: own.signal })
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
      const watches = [...running.values()]
      for (const own of running.keys()) own.abort()
      await Promise.allSettled(watches)
      await Promise.allSettled(watching.looks)
    },
  }
}

interface Watched {
  readonly connection: WatchedConnection
  readonly signal: AbortSignal
}

/** What the last look has found. */
interface Seen {
  readonly accountId: string
  readonly checkedAt: Date
  /** Whether it was the check that let the connection in. */
  readonly isAdmission: boolean
}

/**
 * Authenticates again before the last central check gets too old. An outage is a refusal too: without a check, the
 * connection may not be used any longer.
 */
async function untilRefused(
  watching: Watching,
  { connection, signal }: Watched,
): Promise<SignedOut | Unavailable | null> {
  const { waiting, clock } = watching
  const { admitted } = connection
  let seen: Seen | null = admitted
    ? { ...admitted, checkedAt: admitted.session.centralCheckedAt, isAdmission: true }
    : null
  let isWoken = seen === null
  while (!signal.aborted) {
    const pauseMs = seen && !isWoken ? pauseMsOf(watching, seen) : 0
    if (seen && pauseMs > 0)
      await pauseOf(waiting, seen.accountId, signal, (own) => clock.sleep(pauseMs, own, true))
    if (signal.aborted) return null
    const { wakes } = waiting
    const result = await look(watching, { connection, signal }, seen)
    if (signal.aborted) return null
    if (result.status !== 'ok') return result
    const { accountId, session } = result
    seen = { accountId, checkedAt: session.centralCheckedAt, isAdmission: false }
    isWoken = wakes !== waiting.wakes
  }
  return null
}

/**
 * How long until the next look. A request that was let in by a check that is nearly too old is looked at soon, and not at once:
 * most are over by then.
 */
function pauseMsOf({ clock, times }: WatchNeeds, { checkedAt, isAdmission }: Seen): number {
  const ageMs = Math.max(0, clock.now().getTime() - checkedAt.getTime())
  const untilLookMs = times.lookMs - ageMs
  if (untilLookMs >= SHORTEST_PAUSE_MS) return untilLookMs
  const soonMs = Math.min(SHORTEST_PAUSE_MS, Math.max(0, (times.deadlineMs - ageMs) / 2))
  return isAdmission ? Math.max(untilLookMs, soonMs) : SHORTEST_PAUSE_MS
}

const NO_ANSWER_IN_TIME: Unavailable = {
  ...{ status: 'unavailable', http: 503, code: 'identity_unavailable' },
  ...{ retryAfterSeconds: RETRY_AFTER_SECONDS, clearLocal: false },
}

/** One look. It counts as an outage if there is no answer by the deadline of the last check. */
async function look(
  { clock, times, looks, authenticate }: Watching,
  { connection, signal }: Watched,
  seen: Seen | null,
): Promise<AuthResult<unknown>> {
  const looking = authenticate(connection)
  looks.add(looking)
  const answered = new AbortController()
  void looking.catch(() => undefined).then(() => (looks.delete(looking), answered.abort()))
  if (!seen) return looking
  const leftMs = Math.max(0, times.deadlineMs - (clock.now().getTime() - seen.checkedAt.getTime()))
  const over = AbortSignal.any([answered.signal, signal])
  return Promise.race([looking, clock.sleep(leftMs, over, true).then(() => NO_ANSWER_IN_TIME)])
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
