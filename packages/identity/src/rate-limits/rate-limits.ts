import { type Awaitable, andThen } from '../platform/awaitable.ts'
import type { Clock, UnixMilliseconds } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type CountedFor, countedFor } from './counted-key.ts'
import { takeFromCounter } from './counter-store.ts'
import { LIMITS, type Limit, type LimitKind, type LimitSettings } from './limit-table.ts'
import { createPurse, type LimitAnswer, type Purse } from './purse.ts'
import { openRedisCounters } from './redis-counters.ts'
import type { Take } from './take.ts'

export type { LimitAnswer } from './purse.ts'

/** Counts requests and says when there were enough. */
export interface RateLimits {
  /**
   * Counts one request of `who` (an IP address, an e-mail address in its stored spelling, or `client:` and its id);
   * `allowance` takes the place of the deployment's. Answers at once where this process holds some of it; throws
   * DatabaseUnavailable.
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
const MOST_PURSES = 100_000

/** Starts counting. */
export function createRateLimits(needs: RateLimitsNeeds): RateLimits {
  const { db, clock, limits, redisUrl } = needs
  const inDatabase: Take = (request) => takeFromCounter(db, request)
  const redis =
    redisUrl === undefined ? undefined : openRedisCounters({ ...needs, redisUrl, otherwise: inDatabase })
  const take = redis?.take ?? inDatabase
  const purses = new Map<LimitKind, Map<string, Purse>>()

  const purseOf = (kind: LimitKind, key: string): Purse => {
    const known = purses.get(kind)?.get(key)
    if (known) return known
    const ofKind = purses.get(kind) ?? new Map<string, Purse>()
    purses.set(kind, ofKind)
    forgetOldest(ofKind, clock.nowMilliseconds())
    const now = () => clock.nowMilliseconds()
    const purse = createPurse({ take, now, counter: `${kind} ${key}`, ...shape(LIMITS[kind]) })
    ofKind.set(key, purse)
    return purse
  }
  /** Spends one at each counter in turn; what one refuses is not counted by those after it. */
  const spendEach = (
    kind: LimitKind,
    [first, ...others]: readonly CountedFor[],
    allowance: number,
  ): Awaitable<LimitAnswer> => {
    if (!first) return ALLOWED
    const spending = purseOf(kind, first.who).spend(allowance * first.factor)
    return andThen(spending, (spent) => (spent.allowed ? spendEach(kind, others, allowance) : spent))
  }
  return {
    spend: (kind, who, allowance = limits[LIMITS[kind].setting]) =>
      spendEach(kind, countedFor(kind, who), allowance),
    close: async () => redis?.close(),
  }
}

function shape({ windowSeconds, taking }: Limit) {
  return { windowMilliseconds: windowSeconds * 1000, takesAhead: taking === 'in-blocks' }
}

/** Keys are in the order in which they came, and windows of one kind are equally long: those that are over are first. */
function forgetOldest(purses: Map<string, Purse>, now: UnixMilliseconds): void {
  for (const [counter, purse] of purses) {
    if (purses.size < MOST_PURSES && !purse.isOver(now)) return
    purses.delete(counter)
  }
}
