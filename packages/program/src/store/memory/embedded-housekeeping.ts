import type { PurgedBatch, SsoStore } from '../index.ts'
import { endSession, listHandoff } from './embedded-ending.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { Tables } from './tables.ts'

/** Ended sessions stay for this time, so that a response can name the reason. */
const KEPT_MS = 86_400_000

/** A lease that ends later than a new one by more than this was written by a clock that was ahead. */
const LEASE_AHEAD_MS = 600_000

type HousekeepingStep = 'hit' | 'countThrottled' | 'purge' | 'claimHousekeeping' | 'holdHousekeeping'

/** Throttles, purging, and the lease on housekeeping. */
export function embeddedHousekeeping(tables: Tables): Pick<SsoStore<EmbeddedTx>, HousekeepingStep> {
  return {
    async hit(key, rule, now) {
      const at = now.getTime()
      const seen = tables.throttle.get(key)
      const over = !seen || seen.start <= at - rule.windowMs || seen.start > at + rule.windowMs
      const window = over ? { start: at, count: 1 } : { start: seen.start, count: seen.count + 1 }
      tables.throttle.set(key, window)
      if (window.count <= rule.limit) return { allowed: true, retryAfterMs: 0 }
      return { allowed: false, retryAfterMs: Math.max(1, window.start + rule.windowMs - at) }
    },
    countThrottled: async (prefix, since) =>
      [...tables.throttle].filter(
        ([key, { start }]) => key.startsWith(`${prefix}:`) && start > since.getTime(),
      ).length,
    purge: async (now, limit) => purge(tables, now, limit),
    async claimHousekeeping(now, leaseMs) {
      const { housekeeping } = tables
      const wait = housekeeping.heldUntil.getTime() - now.getTime()
      if (wait > 0 && wait <= leaseMs + LEASE_AHEAD_MS) return null
      housekeeping.heldUntil = new Date(now.getTime() + leaseMs)
      housekeeping.fence += 1
      return housekeeping.fence
    },
    async holdHousekeeping(fence, until) {
      if (tables.housekeeping.fence !== fence) return false
      tables.housekeeping.heldUntil = until
      return true
    },
  }
}

function purge(tables: Tables, now: Date, limit: number): PurgedBatch {
  const kept = now.getTime() - KEPT_MS
  const expired = [...tables.sessions.values()].filter((s) => !s.endedCause && s.expiresAt <= now)
  const ended = expired
    .slice(0, limit)
    .map((session) => endSession(tables, session, { cause: 'absolute_expiry', now }))
  const over = [...tables.handoffs.values()].filter((h) => h.state !== 'in use' && h.row.expiresAt <= now)
  const handoffs = over.slice(0, limit)
  for (const { row, state } of handoffs) {
    if (state === 'open') listHandoff(tables, row, now)
    tables.handoffs.delete(row.codeHash)
  }
  const counts = {
    pending: clear(tables.pending, limit, (p) => p.row.expiresAt.getTime() <= kept),
    handoffs: handoffs.length,
    sessions: clear(tables.sessions, limit, (s) => s.endedAt !== null && s.endedAt.getTime() <= kept),
    throttle: clear(tables.throttle, limit, (t) => t.start <= kept),
  }
  const isOver = (t: { sessionId: string; expiresAt: Date }) =>
    t.expiresAt.getTime() <= kept || !tables.sessions.has(t.sessionId)
  const access = clear(tables.access, limit, isOver)
  const spent = clear(tables.spent, limit, (sessionId) => !tables.sessions.has(sessionId))
  const tickets = clear(tables.tickets, limit, (ticket) => ticket.expiresAt <= now)
  const most = Math.max(ended.length, access, spent, tickets, ...Object.values(counts))
  return { ...counts, ended, isDone: most < limit }
}

function clear<Value>(table: Map<string, Value>, limit: number, over: (value: Value) => boolean): number {
  const keys = [...table]
    .filter(([, value]) => over(value))
    .map(([key]) => key)
    .slice(0, limit)
  for (const key of keys) table.delete(key)
  return keys.length
}
