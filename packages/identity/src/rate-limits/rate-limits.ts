import { type Awaitable, andThen } from '../platform/awaitable.ts'
import type { Clock, UnixMilliseconds } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openCounters, type Reserve, type Reserved } from './counter-store.ts'
import { type CountedFor, countedFor, LIMITS, type LimitKind, type LimitSettings } from './limits.ts'

/** Whether a request may go on. */
export type LimitAnswer =
  | { readonly allowed: true }
  /** `retryAfterSeconds`: until the window ends, at least 1. */
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Counts requests and says when there were enough. */
export interface RateLimits {
  /**
   * Counts one request of `who` (an IP address, an e-mail address in its stored spelling, or `client:` and its id);
   * `allowance` takes the place of the deployment's. Answers at once, without a promise, where this process has reserved
   * some of it or knows that it is spent; throws DatabaseUnavailable.
   */
  spend(kind: LimitKind, who: string, allowance?: number): Awaitable<LimitAnswer>
  close(): Promise<void>
}

/** What the limits need. */
export interface RateLimitsNeeds {
  readonly db: Database
  readonly clock: Clock
  /** Where the counters are instead of in PostgreSQL; while it is away they are in PostgreSQL. */
  readonly redisUrl: string | undefined
  readonly limits: LimitSettings
  readonly log: Log
}

const ALLOWED: LimitAnswer = { allowed: true }

/** Keys that one kind remembers at most; the oldest one goes, which costs no more than asking for it again. */
const MOST_KEYS = 100_000

/** Starts counting. */
export function createRateLimits(needs: RateLimitsNeeds): RateLimits {
  const { clock, limits } = needs
  const now = () => clock.nowMilliseconds()
  const counters = openCounters(needs)
  const known = new Map<LimitKind, Map<string, KeyLimit>>()

  const keyLimit = (kind: LimitKind, key: string): KeyLimit => {
    const found = known.get(kind)?.get(key)
    if (found) return found
    const ofKind = known.get(kind) ?? new Map<string, KeyLimit>()
    known.set(kind, ofKind)
    forgetOldest(ofKind, now())
    const { windowSeconds, reservesAhead } = LIMITS[kind]
    const made = createKeyLimit({
      reserve: counters.reserve,
      now,
      counter: `${kind} ${key}`,
      windowMilliseconds: windowSeconds * 1000,
      reservesAhead,
    })
    ofKind.set(key, made)
    return made
  }
  /** Counts at each key in turn, from the index `at` on; what one refuses is not counted at those after it. */
  const spendAt = (
    kind: LimitKind,
    keys: readonly CountedFor[],
    allowance: number,
    at = 0,
  ): Awaitable<LimitAnswer> => {
    const key = keys[at]
    if (!key) return ALLOWED
    const spending = keyLimit(kind, key.who).spend(allowance * key.factor)
    return andThen(spending, (spent) => (spent.allowed ? spendAt(kind, keys, allowance, at + 1) : spent))
  }
  return {
    spend: (kind, who, allowance = limits[LIMITS[kind].setting]) =>
      spendAt(kind, countedFor(kind, who), allowance),
    close: counters.close,
  }
}

/** Keys are in the order in which they came, and windows of one kind are equally long: those that are over are first. */
function forgetOldest(known: Map<string, KeyLimit>, now: UnixMilliseconds): void {
  for (const [key, limit] of known) {
    if (known.size < MOST_KEYS && !limit.isForgettable(now)) return
    known.delete(key)
  }
}

interface KeyLimitNeeds {
  readonly reserve: Reserve
  readonly now: () => UnixMilliseconds
  readonly counter: string
  readonly windowMilliseconds: number
  readonly reservesAhead: boolean
}

/** The limit of one key, as far as this process knows it. */
interface KeyLimit {
  /** Counts one request; the shared counter is asked only when nothing is reserved. */
  spend(allowance: number): Awaitable<LimitAnswer>
  /** Whether nothing that it knows matters any more. */
  isForgettable(now: UnixMilliseconds): boolean
}

/** What this process knows of one key in its present window. */
interface Window {
  readonly endsAtMilliseconds: number
  /** Reserved at the shared counter and not yet spent. */
  reserved: number
  /** Spent by this process in this window. */
  spentHere: number
  /** The greatest allowance that is known to be spent; 0 where none is. */
  exhausted: number
}

interface Waiting {
  readonly resolve: (answer: LimitAnswer) => void
  readonly reject: (error: unknown) => void
}

/** Requests that come while the shared counter is asked wait, and share what it gives. */
function createKeyLimit(needs: KeyLimitNeeds): KeyLimit {
  const { now, windowMilliseconds, reservesAhead } = needs
  const waiting: Waiting[] = []
  let isAsking = false
  // Its end is in the past: the shared counter says when the first window ends.
  let window = newWindow(0)

  const refuse = () => refusalUntil(window.endsAtMilliseconds, now())
  const answerWaiting = ({ reserved, endsAtMilliseconds }: Reserved, demand: number, allowance: number) => {
    // What was reserved in another window is worth nothing.
    if (endsAtMilliseconds !== window.endsAtMilliseconds) window = newWindow(endsAtMilliseconds)
    const served = waiting.splice(0, reserved)
    window.reserved = reserved - served.length
    window.spentHere += served.length
    for (const { resolve } of served) resolve(ALLOWED)
    if (reserved >= demand) return
    window.exhausted = allowance
    for (const { resolve } of waiting.splice(0)) resolve(refuse())
  }
  const ask = async (allowance: number) => {
    isAsking = true
    try {
      while (waiting.length > 0) {
        const demand = waiting.length
        const ahead = reservesAhead ? window.spentHere : 0
        const asked = { ...needs, nowMilliseconds: now(), allowance, demand, ahead }
        answerWaiting(await needs.reserve(asked), demand, allowance)
      }
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      isAsking = false
    }
  }
  return {
    spend: (allowance) => {
      if (hasEnded(window, now(), windowMilliseconds)) window = newWindow(0)
      if (window.reserved > 0) {
        window.reserved -= 1
        window.spentHere += 1
        return ALLOWED
      }
      if (allowance <= window.exhausted) return refuse()
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!isAsking) void ask(allowance)
      })
    },
    isForgettable: (at) =>
      !isAsking && (hasEnded(window, at, windowMilliseconds) || (!reservesAhead && window.exhausted === 0)),
  }
}

function refusalUntil(endsAtMilliseconds: number, nowMilliseconds: number): LimitAnswer {
  const seconds = Math.ceil((endsAtMilliseconds - nowMilliseconds) / 1000)
  return { allowed: false, retryAfterSeconds: Math.max(1, seconds) }
}

function newWindow(endsAtMilliseconds: number): Window {
  return { endsAtMilliseconds, reserved: 0, spentHere: 0, exhausted: 0 }
}

/** Whether the window is over, or ends later than any window could: then the clock was put back. */
function hasEnded(
  { endsAtMilliseconds }: Window,
  nowMilliseconds: number,
  windowMilliseconds: number,
): boolean {
  const remaining = endsAtMilliseconds - nowMilliseconds
  return remaining <= 0 || remaining > windowMilliseconds
}
