import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'
import { MOST_ENDED, MOST_EVENTS, readFeed } from './ended-store.ts'

/** How often the process looks, for all requests that wait. A program hears of an end within this time and an answer. */
const LOOK_EVERY_MILLISECONDS = 250

/** The most requests of one client that wait in one process. A program has one for each of its own processes. */
const MOST_OF_A_CLIENT = 64

/** The most requests that wait in one process. */
const MOST_AT_ALL = 4_096

/** What the look needs. */
export interface WaitingPollsNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** A request that waits. */
export interface WaitingPoll {
  /** Resolves when something of this client may have ended, after this time, and when the server closes. */
  wait(milliseconds: number): Promise<void>
  leave(): void
}

/** The requests that wait in this process. */
export interface WaitingPolls {
  /** Undefined where too many wait. From now on no ending is overlooked: enter first, then read. */
  enter(clientId: string, closing: AbortSignal): WaitingPoll | undefined
  readonly metrics: readonly Metric[]
}

interface Poll {
  readonly clientId: string
  isWoken: boolean
  wake: () => void
}

interface State {
  readonly polls: Set<Poll>
  /** The snapshot of the last look. Empty before the first one: nobody knows then what was overlooked. */
  since: string
  isLooking: boolean
  failures: number
  lagSeconds: number | undefined
}

/**
 * Makes the waiting room of one process. While somebody waits, one statement each quarter of a second looks for all of them,
 * and no request holds a connection. It only wakes requests. What a request is told it reads by itself, from its own
 * cursor; so a mistake here delays an answer, and cannot lose an ending.
 */
export function openWaitingPolls(needs: WaitingPollsNeeds): WaitingPolls {
  const state: State = {
    polls: new Set(),
    since: '',
    isLooking: false,
    failures: 0,
    lagSeconds: undefined,
  }
  const closings = new WeakSet<AbortSignal>()
  return {
    enter(clientId, closing) {
      if (!hasRoom(state, clientId)) return undefined
      if (!closings.has(closing)) closing.addEventListener('abort', () => wakeWhere(state, () => true))
      closings.add(closing)
      const poll: Poll = { clientId, isWoken: false, wake: () => undefined }
      state.polls.add(poll)
      if (!state.isLooking) void keepLooking(needs, state)
      return {
        wait: (milliseconds) => waitFor(poll, closing, milliseconds),
        leave: () => void state.polls.delete(poll),
      }
    },
    metrics: [
      gauge('portico_ended_feed_waiting', 'Requests that wait at the feed of ended sessions.', () => {
        return state.polls.size
      }),
      gauge(
        'portico_ended_feed_lag_seconds',
        'Time from the writing of the last ending to the look that saw it.',
        () => state.lagSeconds,
      ),
      counter(
        'portico_ended_feed_failures_total',
        'Looks for ended sessions that the database did not answer.',
        () => state.failures,
      ),
    ],
  }
}

function hasRoom({ polls }: State, clientId: string): boolean {
  if (polls.size >= MOST_AT_ALL) return false
  let ofClient = 0
  for (const poll of polls) if (poll.clientId === clientId) ofClient += 1
  return ofClient < MOST_OF_A_CLIENT
}

async function waitFor(poll: Poll, closing: AbortSignal, milliseconds: number): Promise<void> {
  if (!poll.isWoken && !closing.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      poll.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  poll.isWoken = false
}

function wakeWhere({ polls }: State, isMeant: (clientId: string) => boolean): void {
  for (const poll of polls) {
    if (!isMeant(poll.clientId)) continue
    poll.isWoken = true
    poll.wake()
  }
}

async function keepLooking(needs: WaitingPollsNeeds, state: State): Promise<void> {
  state.isLooking = true
  state.since = ''
  while (state.polls.size > 0) {
    await sleep(LOOK_EVERY_MILLISECONDS, undefined, { ref: false })
    if (state.polls.size > 0) await look(needs, state)
  }
  state.isLooking = false
}

/** Wakes the requests of clients of which something ended. Without the look before, or without an answer, it wakes all of them. */
async function look({ db, clock, log }: WaitingPollsNeeds, state: State): Promise<void> {
  const { since } = state
  state.since = ''
  try {
    const found = await readFeed(db, { clientId: '', revision: 0, since })
    if (!found) throw new Error('The statement of the feed gave no row')
    state.since = found.snapshot
    if (found.newestAt !== null)
      state.lagSeconds = Math.max(0, clock.nowMilliseconds() / 1000 - found.newestAt)
    if (since === '' || found.ended.length > MOST_ENDED || found.events > MOST_EVENTS)
      return wakeWhere(state, () => true)
    const clients = new Set(found.ended.map(({ clientId }) => clientId))
    if (clients.size > 0) wakeWhere(state, (clientId) => clients.has(clientId))
  } catch (error) {
    state.failures += 1
    log.warn('ended-feed-look-failed', {
      'error.message': error instanceof Error ? error.message : 'unknown',
    })
    wakeWhere(state, () => true)
  }
}
