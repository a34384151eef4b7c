import type { SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { Tables } from './tables.ts'

/** Ended sessions stay this long, so that their tokens get a true answer. */
const KEPT_MILLISECONDS = 86_400_000

/** Throttles and clearing away. */
export function embeddedHousekeeping(
  tables: Tables,
): Pick<SsoStore<EmbeddedTx>, 'hit' | 'countThrottled' | 'purge'> {
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
    async purge(now, limit) {
      const kept = now.getTime() - KEPT_MILLISECONDS
      const longOver = (at: Date | null) => at !== null && at.getTime() <= kept
      const sessions = clear(tables.sessions, limit, (s) => longOver(s.endedAt) || longOver(s.expiresAt))
      clear(tables.access, Infinity, (t) => longOver(t.expiresAt) || !tables.sessions.has(t.sessionId))
      clear(tables.spent, limit, (sessionId) => !tables.sessions.has(sessionId))
      return {
        pending: clear(tables.pending, limit, (p) => p.row.expiresAt <= now),
        handoffs: clear(tables.handoffs, limit, (h) => h.state === 'consumed' && h.row.expiresAt <= now),
        sessions,
        throttle: clear(tables.throttle, limit, (t) => t.start <= kept),
      }
    },
  }
}

function clear<Value>(table: Map<string, Value>, limit: number, over: (value: Value) => boolean): number {
  const keys = [...table]
    .filter(([, value]) => over(value))
    .map(([key]) => key)
    .slice(0, limit)
  for (const key of keys) table.delete(key)
  return keys.length
}
