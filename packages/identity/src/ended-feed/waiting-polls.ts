import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type FeedQuestion, type FeedState, historyOf, isTooMuch, readFeed } from './ended-store.ts'
import { openFeedOfServers } from './feed-of-servers.ts'

/** How often the process looks, for all requests that wait. A program hears of an end within this time and an answer. */
const LOOK_EVERY_MILLISECONDS = 250

/** The same where each look asks several servers. */
const LOOK_AT_SERVERS_EVERY_MILLISECONDS = 1_000

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
  /** Gives the place up, and ends the wait. */
  leave(): void
  hasLeft(): boolean
}

/** The requests that wait in this process. */
export interface WaitingPolls {
  /** Undefined where too many wait. From now on no ending is overlooked: enter first, then read. */
  enter(clientId: string, closing: AbortSignal): WaitingPoll | undefined
  /** Reads what has ended. Undefined where the database cannot say it. */
  read(question: FeedQuestion): Promise<FeedState | undefined>
  readonly metrics: readonly Metric[]
}

interface Poll {
  isWoken: boolean
  wake: () => void
}

interface State {
  /** By client. A client without a request has no entry. */
  readonly polls: Map<string, Set<Poll>>
  waiting: number
  /** The last look that the database answered. Undefined before the first one: nobody knows then what was overlooked. */
  last: { readonly snapshot: string; readonly history: string } | undefined
  isLooking: boolean
  failures: number
  lagSeconds: number | undefined
}

/**
 * Makes the waiting room of one process. While somebody waits, one statement each quarter of a second looks for all of them,
 * and no request holds a connection. It only wakes requests. What a request is told it reads by itself, from its own
 * cursor; so a mistake here delays an answer, and cannot lose an ending.
 */
export function openWaitingPolls(service: WaitingPollsNeeds): WaitingPolls {
  const needs = { ...service, read: readerOf(service.db) }
  const state: State = {
    polls: new Map(),
    waiting: 0,
    last: undefined,
    isLooking: false,
    failures: 0,
    lagSeconds: undefined,
  }
  const closings = new WeakSet<AbortSignal>()
  return {
    enter(clientId, closing) {
      const ofClient = state.polls.get(clientId)
      if (state.waiting >= MOST_AT_ALL || (ofClient?.size ?? 0) >= MOST_OF_A_CLIENT) return undefined
      if (!closings.has(closing)) closing.addEventListener('abort', () => wakeAll(state))
      closings.add(closing)
      const poll: Poll = { isWoken: false, wake: () => undefined }
      state.polls.set(clientId, (ofClient ?? new Set()).add(poll))
      state.waiting += 1
      if (!state.isLooking) void keepLooking(needs, state)
      return {
        wait: (milliseconds) => waitFor(poll, closing, milliseconds),
        leave: () => leave(state, clientId, poll),
        hasLeft: () => state.polls.get(clientId)?.has(poll) !== true,
      }
    },
    read: needs.read,
    metrics: [
      gauge('portico_ended_feed_waiting', 'Requests that wait at the feed of ended sessions.', () => {
        return state.waiting
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

function leave(state: State, clientId: string, poll: Poll): void {
  const ofClient = state.polls.get(clientId)
  if (!ofClient?.delete(poll)) return
  if (ofClient.size === 0) state.polls.delete(clientId)
  state.waiting -= 1
  wake(poll)
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

function wake(poll: Poll): void {
  poll.isWoken = true
  poll.wake()
}

function wakeAll({ polls }: State): void {
  for (const ofClient of polls.values()) for (const poll of ofClient) wake(poll)
}

function wakeClients({ polls }: State, clientIds: ReadonlySet<string>): void {
  for (const clientId of clientIds) for (const poll of polls.get(clientId) ?? []) wake(poll)
}

/** Reads the feed, by the layout of the database. */
function readerOf(db: Database): WaitingPolls['read'] {
  const readServers = openFeedOfServers(db)
  return async (question) => {
    if ((await db.layout()) === 'distributed') return readServers(question)
    const state = await readFeed(db, question)
    if (!state) throw new Error('The statement of the feed gave no row')
    return state
  }
}

interface LookNeeds extends WaitingPollsNeeds, Pick<WaitingPolls, 'read'> {}

async function keepLooking(needs: LookNeeds, state: State): Promise<void> {
  state.isLooking = true
  state.last = undefined
  while (state.waiting > 0) {
    const layout = await needs.db.layout().catch(() => 'one-server')
    const every = layout === 'distributed' ? LOOK_AT_SERVERS_EVERY_MILLISECONDS : LOOK_EVERY_MILLISECONDS
    await sleep(every, undefined, { ref: false })
    if (state.waiting > 0) await look(needs, state)
  }
  state.isLooking = false
}

/**
 * Wakes the requests of clients of which something ended. Without a look before, or in another history of the database, it
 * wakes all of them. Where the database does not answer it wakes nobody: thousands of requests would ask it at once then. The
 * next look begins where the last answer was, and a request whose time is over asks by itself.
 */
async function look({ read, clock, log }: LookNeeds, state: State): Promise<void> {
  const { last } = state
  try {
    const since = last ? last.snapshot : ''
    const found = await read({ clientId: '', revision: 0, since })
    if (!found) throw new Error('The database does not number its events')
    state.last = { snapshot: found.snapshot, history: historyOf(found) }
    if (found.newestAt !== null)
      state.lagSeconds = Math.max(0, clock.nowMilliseconds() / 1000 - found.newestAt)
    if (isTooMuch(found) || last?.history !== state.last.history) wakeAll(state)
    else wakeClients(state, new Set(found.ended.map(({ clientId }) => clientId)))
  } catch (error) {
    state.failures += 1
    log.warn('ended-feed-look-failed', {
      'error.message': error instanceof Error ? error.message : 'unknown',
    })
  }
}
