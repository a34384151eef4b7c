import type { SsoStore, ThrottleHit, ThrottleRule } from '../index.ts'
import { instant, number } from '../rows.ts'
import type { Connection, Tx } from './connection.ts'
import { isDuplicate } from './server-errors.ts'
import type { Step, StoreNeeds } from './store-needs.ts'

type HousekeepingSteps = Pick<
  SsoStore<Tx>,
  'hit' | 'countThrottled' | 'claimHousekeeping' | 'holdHousekeeping'
>

/** A lease that ends later than a new one by more than this was written by a clock that was ahead. */
const LEASE_AHEAD_MS = 600_000

/** Throttles, and the lease on housekeeping: one row with a fence. */
export function housekeepingStatements(needs: StoreNeeds): HousekeepingSteps {
  const { db } = needs
  return {
    async hit(key, rule, now) {
      await beginWindow(db, key, now)
      return db.transaction((tx) => hit({ ...needs, tx }, { key, rule, now }))
    },
    async countThrottled(prefix, since) {
      const [row = {}] = await db.query(
        `select count(*) as count from sso_throttle where window_start > $2 and substr(name, 1, length($1)) = $1`,
        [`${prefix}:`, since],
      )
      return number(row, 'count')
    },
    async claimHousekeeping(now, leaseMs) {
      await unlessThere(() =>
        db.execute(`insert into sso_housekeeping (task, held_until, fence) values ('purge', 0, 0)`, []),
      )
      return db.transaction((tx) => claimLease({ ...needs, tx }, now, leaseMs))
    },
    holdHousekeeping: (fence, until) =>
      db.transaction(async (tx) => {
        const held = await db.query(
          `select fence from sso_housekeeping where task = 'purge' and fence = $1 for update`,
          [fence],
          tx,
        )
        if (held.length === 0) return false
        await db.execute(`update sso_housekeeping set held_until = $1 where task = 'purge'`, [until], tx)
        return true
      }),
  }
}

async function claimLease({ db, tx }: Step, now: Date, leaseMs: number): Promise<number | null> {
  const until = now.getTime() + leaseMs
  const [row] = await db.query(
    `select fence from sso_housekeeping where task = 'purge' and (held_until <= $1 or held_until > $2) for update`,
    [now, until + LEASE_AHEAD_MS],
    tx,
  )
  if (!row) return null
  const fence = number(row, 'fence') + 1
  await db.execute(
    `update sso_housekeeping set held_until = $1, fence = $2 where task = 'purge'`,
    [until, fence],
    tx,
  )
  return fence
}

/** Adds the row of a key, if it is missing, in a statement of its own: then no two transactions wait for a gap. */
async function beginWindow(db: Connection, key: string, now: Date): Promise<void> {
  const there = await db.query(`select hits from sso_throttle where name = $1`, [key])
  if (there.length > 0) return
  await unlessThere(() =>
    db.execute(`insert into sso_throttle (name, window_start, hits) values ($1, $2, 0)`, [key, now]),
  )
}

async function unlessThere(insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert()
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

async function hit(
  { db, tx }: Step,
  { key, rule, now }: { key: string; rule: ThrottleRule; now: Date },
): Promise<ThrottleHit> {
  const at = now.getTime()
  const [row] = await db.query(
    `select window_start, hits from sso_throttle where name = $1 for update`,
    [key],
    tx,
  )
  // A purge has just removed the row, because its window was over.
  if (!row) return { allowed: true, retryAfterMs: 0 }
  const began = instant(row, 'window_start').getTime()
  const isOver = began <= at - rule.windowMs || began > at + rule.windowMs
  const [start, hits] = isOver ? [at, 1] : [began, number(row, 'hits') + 1]
  await db.execute(
    `update sso_throttle set window_start = $2, hits = $3 where name = $1`,
    [key, start, hits],
    tx,
  )
  if (hits <= rule.limit) return { allowed: true, retryAfterMs: 0 }
  return { allowed: false, retryAfterMs: Math.max(1, start + rule.windowMs - at) }
}
