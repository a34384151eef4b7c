import type { UnixMilliseconds } from '../platform/clock.ts'
import type { Metric } from '../platform/metric.ts'
import { type Awaitable, andThen } from '../platform/result.ts'
import type { Limit, Limits, Wait } from '../platform/room/limit.ts'
import {
  type Counters,
  type CountersNeeds,
  type Reserve,
  type Reserved,
  type ReserveInformed,
  reserveInPostgres,
} from './counter-store.ts'
import { goingOn, inTime } from './known-counts.ts'
import { allowanceOf, type CountedFor, countedFor, type LimitConfig, type LimitKind } from './limits.ts'
import { openRedisCounters } from './redis-counters.ts'

/** Whether a request is allowed. */
export type LimitAnswer =
  | { readonly allowed: true }
  /** `retryAfterSeconds`: until the window ends, at least 1. */
  | ({ readonly allowed: false } & Wait)

/** Counts requests against their limits. */
export interface RateLimits {
  /**
   * Counts one request of `who`: an IP address, an email address in its stored spelling, or `client:` with an id.
   * `allowance` replaces the deployment's limit. It answers without a promise where this process has reserved a part or
   * knows that the limit is spent. Throws DatabaseUnavailable.
   */
  spend(kind: LimitKind, who: string, allowance?: number): Awaitable<LimitAnswer>
  /** Refusals by limit, and the state of Redis where the counters are there. */
  readonly metrics: readonly Metric[]
  close(): Promise<void>
}

/** What counts a request, and refuses one too many. */
export interface SpendsLimits {
  readonly limits: Pick<RateLimits, 'spend'>
}

/** The deployment's limits, and where the counters are. */
export interface RateLimitsNeeds extends CountersNeeds {
  readonly limits: LimitConfig
  /** Every limit, by its kind. */
  readonly kinds: Limits
}

const ALLOWED = { allowed: true } as const

/** The largest number that a counter can have. */
export const MOST_COUNTED = 2 ** 31 - 1

/** The most keys of one kind in memory. The oldest is dropped, which costs only one more statement. */
const MOST_KEYS = 100_000

/** Makes the limits of one process. */
export function createRateLimits(needs: RateLimitsNeeds): RateLimits {
  const { clock, limits: config, kinds } = needs
  const now = () => clock.nowMilliseconds()
  const counters = openCounters(needs)
  const known = new Map<LimitKind, Map<string, KeyLimit>>()
  const refusals = new Map<LimitKind, number>()

  const limitOf = (kind: LimitKind): Limit => {
    const limit = kinds[kind]
    if (!limit) throw new Error(`No room lists the limit ${kind}`)
    return limit
  }
  const keyLimit = (kind: LimitKind, key: string): KeyLimit => {
    const found = known.get(kind)?.get(key)
    if (found) return found
    const ofKind = known.get(kind) ?? new Map<string, KeyLimit>()
    known.set(kind, ofKind)
    dropOldest(ofKind, now())
    const { windowSeconds, reservesAhead } = limitOf(kind)
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
  /** Counts at each key in turn, from the index `at` on. After a refusal the later keys do not count the request. */
  const spendAt = (
    kind: LimitKind,
    keys: readonly CountedFor[],
    allowance: number,
    at = 0,
  ): Awaitable<LimitAnswer> => {
    const key = keys[at]
    if (!key) return ALLOWED
    const spending = keyLimit(kind, key.who).spend(Math.min(allowance * key.factor, MOST_COUNTED))
    return andThen(spending, (spent) => {
      if (spent.allowed) return spendAt(kind, keys, allowance, at + 1)
      refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
      return { ...spent, limit: kind }
    })
  }
  return {
    spend: (kind, who, allowance = allowanceOf(config, limitOf(kind))) =>
      spendAt(kind, countedFor(limitOf(kind), who), allowance),
    metrics: [refusalMetric(Object.keys(kinds), refusals), ...counters.metrics],
    close: counters.close,
  }
}

/** Every limit is there from the start, so that its first refusal is seen as a change. */
function refusalMetric(kinds: readonly string[], refusals: ReadonlyMap<string, number>): Metric {
  return {
    name: 'portico_limit_refusals_total',
    help: 'Requests over a limit, by limit.',
    kind: 'counter',
    read: () => kinds.map((kind) => ({ labels: { limit: kind }, value: refusals.get(kind) ?? 0 })),
  }
}

/**
 * Removes ended windows. The keys are in the order of their first request, and windows of one kind are equally long, so
 * the ended ones come first.
 */
function dropOldest(known: Map<string, KeyLimit>, now: UnixMilliseconds): void {
  for (const [key, limit] of known) {
    if (known.size < MOST_KEYS && !limit.mayBeDropped(now)) return
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

/** The same of one key, which does not know its limit. */
type KeyAnswer = typeof ALLOWED | ({ readonly allowed: false } & Pick<Wait, 'retryAfterSeconds'>)

/** The limit of one key, as far as this process knows it. */
interface KeyLimit {
  /** Counts one request. It asks the shared counter only where nothing is reserved. */
  spend(allowance: number): Awaitable<KeyAnswer>
  /** Whether nothing that it knows is of use any more. */
  mayBeDropped(now: UnixMilliseconds): boolean
}

/** What this process knows of a key in the current window. */
interface Window {
  readonly endsAtMilliseconds: number
  /** Reserved at the shared counter and not yet spent. */
  reserved: number
  /** Spent by this process in this window. */
  spentHere: number
  /** The highest limit that is known to be spent; 0 for none. */
  exhausted: number
}

interface Waiting {
  readonly resolve: (answer: KeyAnswer) => void
  readonly reject: (error: unknown) => void
}

/** Requests that come while the shared counter is asked wait, and share its answer. */
function createKeyLimit(needs: KeyLimitNeeds): KeyLimit {
  const { now, windowMilliseconds, reservesAhead } = needs
  const waiting: Waiting[] = []
  let isAsking = false
  // Its end is in the past: the shared counter says when the first window ends.
  let window = newWindow(0)

  const refuse = () => refusalUntil(window.endsAtMilliseconds, now())
  const answerWaiting = ({ reserved, endsAtMilliseconds }: Reserved, demand: number, allowance: number) => {
    // A reservation of another window does not count.
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
    mayBeDropped: (at) =>
      !isAsking && (hasEnded(window, at, windowMilliseconds) || (!reservesAhead && window.exhausted === 0)),
  }
}

function refusalUntil(endsAtMilliseconds: number, nowMilliseconds: number): KeyAnswer {
  const seconds = Math.ceil((endsAtMilliseconds - nowMilliseconds) / 1000)
  return { allowed: false, retryAfterSeconds: Math.max(1, seconds) }
}

function newWindow(endsAtMilliseconds: number): Window {
  return { endsAtMilliseconds, reserved: 0, spentHere: 0, exhausted: 0 }
}

/** Whether the window has ended, or ends later than any window can. In the second case the clock was set back. */
function hasEnded(
  { endsAtMilliseconds }: Window,
  nowMilliseconds: number,
  windowMilliseconds: number,
): boolean {
  const remaining = endsAtMilliseconds - nowMilliseconds
  return remaining <= 0 || remaining > windowMilliseconds
}

/** Opens the counters: in PostgreSQL, or in Redis where it is configured. */
export function openCounters(needs: CountersNeeds): Counters {
  const { db, reads, redisUrl } = needs
  const inPostgres: ReserveInformed = (request) => inTime(reserveInPostgres(db, request))
  if (redisUrl === undefined)
    return { reserve: goingOn({ reads, shared: inPostgres }), metrics: [], close: async () => undefined }
  const redis = openRedisCounters(needs, redisUrl, inPostgres)
  return { ...redis, reserve: goingOn({ reads, shared: redis.reserve }) }
}
