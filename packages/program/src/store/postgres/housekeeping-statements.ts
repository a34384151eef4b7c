import type { PurgeCounts, SsoStore, ThrottleHit, ThrottleRule } from '../index.ts'
import type { Connection } from './connection.ts'
import { instant } from './rows.ts'

type HousekeepingSteps<Tx> = Pick<SsoStore<Tx>, 'hit' | 'countThrottled' | 'purge'>

/** Ended sessions stay this long, so that their tokens get a true answer. */
const KEPT_MILLISECONDS = 86_400_000

/** Throttles and clearing away. */
export function housekeepingStatements<Tx>(db: Connection<Tx>, schema: string): HousekeepingSteps<Tx> {
  return {
    hit: (key, rule, now) => hit(db, schema, { key, rule, now }),
    async countThrottled(prefix, since) {
      const [row] = await db.query(
        `select count(*)::int as count from ${schema}.throttle where window_start > $2 and starts_with(key, $1)`,
        [`${prefix}:`, since],
      )
      return Number(row?.['count'] ?? 0)
    },
    purge: (now, limit) => purge(db, schema, { now, limit }),
  }
}

async function hit<Tx>(
  db: Connection<Tx>,
  schema: string,
  { key, rule, now }: { key: string; rule: ThrottleRule; now: Date },
): Promise<ThrottleHit> {
  const over = `t.window_start <= $3 or t.window_start > $4`
  const [row] = await db.query(
    `insert into ${schema}.throttle as t (key, window_start, count) values ($1, $2, 1)
     on conflict (key) do update set
       count = case when ${over} then 1 else least(t.count + 1, 1000000000) end,
       window_start = case when ${over} then $2 else t.window_start end
     returning count, window_start`,
    [key, now, new Date(now.getTime() - rule.windowMs), new Date(now.getTime() + rule.windowMs)],
  )
  if (!row || Number(row['count']) <= rule.limit) return { allowed: true, retryAfterMs: 0 }
  const retryAfterMs = instant(row, 'window_start').getTime() + rule.windowMs - now.getTime()
  return { allowed: false, retryAfterMs: Math.max(1, retryAfterMs) }
}

async function purge<Tx>(
  db: Connection<Tx>,
  schema: string,
  { now, limit }: { now: Date; limit: number },
): Promise<PurgeCounts> {
  const kept = new Date(now.getTime() - KEPT_MILLISECONDS)
  const clear = async (table: string, key: string, where: string, before: Date) => {
    const rows = await db.query(
      `delete from ${schema}.${table} where ${key} in (
         select ${key} from ${schema}.${table} where ${where} limit $2 for update skip locked) returning 1`,
      [before, limit],
    )
    return rows.length
  }
  const pending = await clear('pending', 'state_hash', 'expires_at <= $1', now)
  const handoffs = await clear('handoffs', 'code_hash', 'expires_at <= $1 and consumed_at is not null', now)
  const ended = await clear('sessions', 'id', 'ended_at <= $1', kept)
  const expired = await clear('sessions', 'id', 'expires_at <= $1', kept)
  // Sessions have many of these and the counts do not name them: all that are over go, a batch at a time.
  while ((await clear('access_tokens', 'access_hash', 'expires_at <= $1', kept)) >= limit);
  const throttle = await clear('throttle', 'key', 'window_start <= $1', kept)
  return { pending, handoffs, sessions: ended + expired, throttle }
}
