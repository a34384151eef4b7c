import type { PurgedBatch, SsoStore, ThrottleHit, ThrottleRule } from '../index.ts'
import { instant, number } from '../rows.ts'
import type { Connection } from './connection.ts'
import { endSessions } from './ending-statement.ts'
import { listErased } from './revocation-statements.ts'

type HousekeepingSteps<Tx> = Pick<SsoStore<Tx>, 'hit' | 'countThrottled' | 'purge'>

/** Ended sessions stay for this time, so that a response can name the reason. */
const KEPT_MS = 86_400_000

/** Throttles and purging. */
export function housekeepingStatements<Tx>(db: Connection<Tx>, schema: string): HousekeepingSteps<Tx> {
  return {
    hit: (key, rule, now) => hit(db, schema, { key, rule, now }),
    // plan: a key is there for its window.
    async countThrottled(prefix, since) {
      const [row] = await db.query(
        `select count(*)::int as count from ${schema}.throttle where window_start > $2 and starts_with(key, $1)`,
        [`${prefix}:`, since],
      )
      return row ? number(row, 'count') : 0
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
  if (!row || number(row, 'count') <= rule.limit) return { allowed: true, retryAfterMs: 0 }
  const retryAfterMs = instant(row, 'window_start').getTime() + rule.windowMs - now.getTime()
  return { allowed: false, retryAfterMs: Math.max(1, retryAfterMs) }
}

/** Purges one batch. Each statement is a transaction of its own and skips locked rows. */
async function purge<Tx>(
  db: Connection<Tx>,
  schema: string,
  { now, limit }: { now: Date; limit: number },
): Promise<PurgedBatch> {
  const kept = new Date(now.getTime() - KEPT_MS)
  // In the order of its index: without an order, PostgreSQL reads a table from its beginning, and all of it where nothing is over.
  const clear = async (table: string, key: string, instant: string, before: Date) => {
    const rows = await db.query(
      `delete from ${schema}.${table} where ${key} in (
         select ${key} from ${schema}.${table} where ${instant} <= $1 order by ${instant} limit $2 for update skip locked) returning 1`,
      [before, limit],
    )
    return rows.length
  }
  const expired = 'expires_at <= $2 order by expires_at limit $3 for update skip locked'
  const which = { where: expired, values: [limit] }
  const ended = await endSessions(db, schema, { ...which, cause: 'absolute_expiry', now })
  const counts = {
    pending: await clear('pending', 'state_hash', 'expires_at', kept),
    handoffs: await clearHandoffs(db, schema, { now, limit }),
    spent: await clearSpent(db, schema, { kept, limit }),
    access: await clear('access_tokens', 'access_hash', 'expires_at', kept),
    tickets: await clear('tickets', 'ticket_hash', 'expires_at', now),
    throttle: await clear('throttle', 'key', 'window_start', kept),
  }
  // The tokens of the sessions that ended first are removed before them, so that the cascade removes few rows. A session
  // gets a pair every 15 minutes.
  const sessions = counts.spent < limit ? await clear('sessions', 'id', 'ended_at', kept) : 0
  const most = Math.max(ended.length, sessions, ...Object.values(counts))
  const { pending, handoffs, throttle } = counts
  return { pending, handoffs, sessions, throttle, ended, isDone: most < limit }
}

/** Removes expired handoffs. The same statement puts the grants of unused ones on the list of revocations. */
async function clearHandoffs<Tx>(
  db: Connection<Tx>,
  schema: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const [row] = await db.query(
    `with erased as (
       delete from ${schema}.handoffs where code_hash in (
         select code_hash from ${schema}.handoffs where expires_at <= $1 order by expires_at limit $2 for update skip locked)
       returning code_hash as id, sealed, key_id),
     listed as (${listErased(schema, { kind: 'handoff', erased: 'erased', at: '$1' })})
     select count(*)::int as count from erased`,
    [now, limit],
  )
  return row ? number(row, 'count') : 0
}

async function clearSpent<Tx>(
  db: Connection<Tx>,
  schema: string,
  { kept, limit }: { kept: Date; limit: number },
): Promise<number> {
  const rows = await db.query(
    `delete from ${schema}.spent_refresh where refresh_hash in (
       select t.refresh_hash
         from (select id from ${schema}.sessions where ended_at <= $1 order by ended_at limit $2) s
         join ${schema}.spent_refresh t on t.session_id = s.id limit $2) returning 1`,
    [kept, limit],
  )
  return rows.length
}
