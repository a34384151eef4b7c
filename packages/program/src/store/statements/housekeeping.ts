import type { SsoStore, ThrottleHit, ThrottleRule } from '../index.ts'
import { instant, number } from '../rows.ts'
import type { Statements } from './database.ts'
import { QUICK, type Step, type StoreNeeds } from './store-needs.ts'

type HousekeepingSteps<Tx> = Pick<
  SsoStore<Tx>,
  'hit' | 'countThrottled' | 'claimHousekeeping' | 'holdHousekeeping'
>

/** A lease that ends later than a new one by more than this was written by a clock that was ahead. */
const LEASE_AHEAD_MS = 600_000

/** Throttles, and the lease on housekeeping: one row with a fence. */
export function housekeepingStatements<Tx>(needs: StoreNeeds<Tx>): HousekeepingSteps<Tx> {
  const { db } = needs
  return {
    hit: (key, rule, now) =>
      db.transactionAfter(
        (tx) => addWindow(db, { key, now, tx }),
        (tx) => hit({ ...needs, tx }, { key, rule, now }),
        QUICK,
      ),
    async countThrottled(prefix, since) {
      const [row = {}] = await db.query(
        `select count(*) as count from sso_throttle where window_start > $2 and substr(throttle_key, 1, length($1)) = $1`,
        [`${prefix}:`, since],
      )
      return number(row, 'count')
    },
    claimHousekeeping: (now, leaseMs) =>
      db.transactionAfter(
        (tx) => addLease(db, tx),
        (tx) => claimLease({ ...needs, tx }, now, leaseMs),
        QUICK,
      ),
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
      }, QUICK),
  }
}

/** Adds the row of the lease, if it is missing. */
async function addLease<Tx>(db: Statements<Tx>, tx: Tx | undefined): Promise<void> {
  await db.execute(
    `insert into sso_housekeeping (task, held_until, fence) values ('purge', 0, 0) on conflict do nothing`,
    [],
    tx,
  )
}

async function claimLease<Tx>({ db, tx }: Step<Tx>, now: Date, leaseMs: number): Promise<number | null> {
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

/** Adds the row of a key, if it is missing. */
async function addWindow<Tx>(
  db: Statements<Tx>,
  { key, now, tx }: { key: string; now: Date; tx: Tx | undefined },
): Promise<void> {
  const there = await db.query(`select 1 from sso_throttle where throttle_key = $1`, [key], tx)
  if (there.length > 0) return
  await db.execute(
    `insert into sso_throttle (throttle_key, window_start, throttle_count) values ($1, $2, 0) on conflict do nothing`,
    [key, now],
    tx,
  )
}

async function hit<Tx>(
  { db, tx }: Step<Tx>,
  { key, rule, now }: { key: string; rule: ThrottleRule; now: Date },
): Promise<ThrottleHit> {
  const at = now.getTime()
  const [row] = await db.query(
    `select window_start, throttle_count as hits from sso_throttle where throttle_key = $1 for update`,
    [key],
    tx,
  )
  // A purge has just removed the row, because its window was over.
  if (!row) return { allowed: true, retryAfterMs: 0 }
  const began = instant(row, 'window_start').getTime()
  const isOver = began <= at - rule.windowMs || began > at + rule.windowMs
  const [start, hits] = isOver ? [at, 1] : [began, number(row, 'hits') + 1]
  await db.execute(
    `update sso_throttle set window_start = $2, throttle_count = $3 where throttle_key = $1`,
    [key, start, hits],
    tx,
  )
  if (hits <= rule.limit) return { allowed: true, retryAfterMs: 0 }
  return { allowed: false, retryAfterMs: Math.max(1, start + rule.windowMs - at) }
}
