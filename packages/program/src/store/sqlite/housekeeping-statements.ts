import type { SsoStore, ThrottleHit, ThrottleRule } from '../index.ts'
import { instant, number } from '../rows.ts'
import { QUICK, type StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type HousekeepingSteps = Pick<
  SsoStore<SqliteTransaction>,
  'hit' | 'countThrottled' | 'claimHousekeeping' | 'holdHousekeeping'
>

/** A lease that ends later than a new one by more than this was written by a clock that was ahead. */
const LEASE_AHEAD_MS = 600_000

/** Throttles, and the lease on housekeeping: one row with a fence. */
export function housekeepingStatements({ db }: StoreNeeds): HousekeepingSteps {
  return {
    hit: (key, rule, now) => db.transaction((tx) => hit(tx, { key, rule, now }), QUICK),
    async countThrottled(prefix, since) {
      const [row = {}] = await db.query(
        `select count(*) as count from sso_throttle where window_start > $2 and substr(key, 1, length($1)) = $1`,
        [`${prefix}:`, since],
      )
      return number(row, 'count')
    },
    claimHousekeeping: (now, leaseMs) =>
      db.transaction(async (tx) => {
        const until = now.getTime() + leaseMs
        const [row] = await tx.query(
          `insert into sso_housekeeping as h (task, held_until, fence) values ('purge', $2, 1)
           on conflict (task) do update set held_until = $2, fence = h.fence + 1
             where h.held_until <= $1 or h.held_until > $3
           returning fence`,
          [now, until, until + LEASE_AHEAD_MS],
        )
        return row ? number(row, 'fence') : null
      }, QUICK),
    holdHousekeeping: (fence, until) =>
      db.transaction(async (tx) => {
        const rows = await tx.query(
          `update sso_housekeeping set held_until = $2 where task = 'purge' and fence = $1 returning 1`,
          [fence, until],
        )
        return rows.length > 0
      }, QUICK),
  }
}

async function hit(
  tx: SqliteTransaction,
  { key, rule, now }: { key: string; rule: ThrottleRule; now: Date },
): Promise<ThrottleHit> {
  const at = now.getTime()
  const [row] = await tx.query(
    `insert into sso_throttle as t (key, window_start, count) values ($1, $2, 1)
     on conflict (key) do update set
       count = case when t.window_start <= $3 or t.window_start > $4 then 1 else t.count + 1 end,
       window_start = case when t.window_start <= $3 or t.window_start > $4 then $2 else t.window_start end
     returning count, window_start`,
    [key, at, at - rule.windowMs, at + rule.windowMs],
  )
  if (!row || number(row, 'count') <= rule.limit) return { allowed: true, retryAfterMs: 0 }
  const retryAfterMs = instant(row, 'window_start').getTime() + rule.windowMs - at
  return { allowed: false, retryAfterMs: Math.max(1, retryAfterMs) }
}
