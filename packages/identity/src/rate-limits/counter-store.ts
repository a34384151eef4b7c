import type { Redis, RedisOptions } from 'ioredis'
import { plusSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import {
  type OldestRow,
  type PurgeBatch,
  type PurgedBatch,
  type PurgedRow,
  type PurgeNeeds,
  purgedInSlices,
  purgedRows,
} from '../platform/postgres/purge.ts'
import type { Session } from '../platform/postgres/session.ts'

/** A process's request for a part of what one key has left in its window. */
export interface ReserveRequest {
  readonly counter: string
  readonly nowMilliseconds: number
  readonly windowMilliseconds: number
  /** The limit of the key in one window, over all processes. */
  readonly allowance: number
  /** Requests that wait now. They are served first. */
  readonly demand: number
  /** How many to reserve for later requests. The process gets at most an eighth of what is left. */
  readonly ahead: number
}

/** What the process got, and when it ends. */
export interface Reserved {
  /** Fewer than the demand means that nothing is left. */
  readonly reserved: number
  readonly endsAtMilliseconds: number
}

/** Reserves at a counter that all processes share. The sum never exceeds the limit. */
export type Reserve = (request: ReserveRequest) => Promise<Reserved>

/** The counters that all processes share. */
export interface Counters {
  readonly reserve: Reserve
  /** The state of Redis, where the counters are there. */
  readonly metrics: readonly Metric[]
  close(): Promise<void>
}

/** Where the counters are. */
export interface CountersNeeds extends Pick<Foundation, 'db' | 'clock' | 'log' | 'tracer'> {
  /** The address of Redis, where the counters are in Redis. While it does not answer they are in PostgreSQL. */
  readonly redisUrl: string | undefined
}

/** Opens the counters: in PostgreSQL, or in Redis where it is configured. */
export function openCounters(needs: CountersNeeds): Counters {
  const { redisUrl } = needs
  const inPostgres: Reserve = (request) => reserveInPostgres(needs.db, request)
  if (redisUrl === undefined) return { reserve: inPostgres, metrics: [], close: async () => undefined }
  return openRedisCounters(needs, redisUrl, inPostgres)
}

/** Two processes may insert the first row of a key at the same time. The second one finds the row at its second attempt. */
const MOST_ATTEMPTS = 5

/** How long counters stay after their end, because the clock of another process may be behind. */
const GRACE_SECONDS = 60

/** Reserves at the counter in PostgreSQL, by one statement. */
async function reserveInPostgres(db: Database, request: ReserveRequest): Promise<Reserved> {
  const isDistributed = (await db.layout()) === 'distributed'
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const reserved = await (isDistributed
      ? db.transaction((tx) => tryInSteps(tx, request))
      : tryToReserve(db, request))
    if (reserved) return reserved
  }
  throw new Error(
    `The counter ${request.counter.split(' ')[0]} was removed ${MOST_ATTEMPTS} times while it was counted`,
  )
}

/**
 * Locks the row first, so that its values decide how much is given. A row that another transaction inserts between the
 * select and the insert is not updated. Then there is no answer, and the next attempt finds the row.
 */
function tryToReserve(db: Database, request: ReserveRequest): Promise<Reserved | undefined> {
  const { counter, allowance, demand, ahead } = request
  const now = request.nowMilliseconds / 1000
  const freshEnd = (request.nowMilliseconds + request.windowMilliseconds) / 1000
  return firstRow(db.query<Reserved>`
    with locked as (
      select case when window_ends_at > to_timestamp(${now}) then spent else 0 end as spent,
             case when window_ends_at > to_timestamp(${now}) then least(window_ends_at, to_timestamp(${freshEnd}))
                  else to_timestamp(${freshEnd}) end as window_ends_at
        from rate_counters where counter = ${counter} for update
    ), standing as (
      select coalesce(locked.spent, 0) as spent,
             coalesce(locked.window_ends_at, to_timestamp(${freshEnd})) as window_ends_at
        from (values (1)) as always left join locked on true
    ), share as (
      select spent, window_ends_at,
             least(greatest(${allowance}::int - spent, 0),
                   greatest(${demand}::int, least(${ahead}::int, (${allowance}::int - spent) / 8))) as reserved
        from standing
    )
    insert into rate_counters (counter, spent, window_ends_at)
    select ${counter}, spent + reserved, window_ends_at from share
    on conflict (counter) do update set spent = excluded.spent, window_ends_at = excluded.window_ends_at
      where exists (select 1 from locked)
    returning (select reserved from share) as reserved,
              (extract(epoch from window_ends_at) * 1000)::bigint as "endsAtMilliseconds"`)
}

/** The same in a transaction, because a distributed database takes no subquery in an `insert`. */
async function tryInSteps(
  tx: Database,
  { counter, allowance, demand, ahead, nowMilliseconds, windowMilliseconds }: ReserveRequest,
): Promise<Reserved | undefined> {
  const locked = await firstRow(tx.query<{ spent: number; endsAtMilliseconds: number }>`
    select spent, (extract(epoch from window_ends_at) * 1000)::bigint as "endsAtMilliseconds"
      from rate_counters where counter = ${counter} for update`)
  const freshEnd = nowMilliseconds + windowMilliseconds
  const isOpen = locked !== undefined && locked.endsAtMilliseconds > nowMilliseconds
  const endsAtMilliseconds = isOpen ? Math.min(locked.endsAtMilliseconds, freshEnd) : freshEnd
  const left = Math.max(allowance - (isOpen ? locked.spent : 0), 0)
  const reserved = Math.min(left, Math.max(demand, Math.min(ahead, Math.floor(left / 8))))
  const spent = (isOpen ? locked.spent : 0) + reserved
  const isStored = await anyRow(tx.query`
    insert into rate_counters (counter, spent, window_ends_at)
    values (${counter}, ${spent}, to_timestamp(${endsAtMilliseconds / 1000}))
    on conflict (counter) do update set spent = excluded.spent, window_ends_at = excluded.window_ends_at
      where ${locked !== undefined}::boolean
    returning 1`)
  return isStored ? { reserved, endsAtMilliseconds } : undefined
}

/** Makes the counters durable (`set logged`), because Citus cannot move the shards of unlogged tables while they are written. */
export async function logCounters(session: Session): Promise<void> {
  await session.runText('alter table rate_counters set logged')
}

/** Deletes a batch of the counters whose window ended long ago. */
export async function removeEndedCounters(
  { db, clock }: PurgeNeeds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  const before = plusSeconds(clock.now(), -GRACE_SECONDS)
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, before, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(window_ends_at)))::bigint as at from rate_counters
         where window_ends_at >= to_timestamp(${batch.from}) and window_ends_at < to_timestamp(${before})`,
      deleteBetween: (from, until) => db.query`
        delete from rate_counters
         where window_ends_at >= to_timestamp(${from}) and window_ends_at < to_timestamp(${until}) returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from rate_counters
       where ctid = any (array(select ctid from rate_counters
                                where window_ends_at >= to_timestamp(${batch.from}) and window_ends_at < to_timestamp(${before})
                                order by window_ends_at limit ${batch.most} for update skip locked))
      returning window_ends_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(window_ends_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** How long a request waits for Redis. After that its counter is in PostgreSQL. */
export const COMMAND_TIMEOUT_MILLISECONDS = 250
const CONNECT_TIMEOUT_MILLISECONDS = 1_000

/** How long Redis is not asked after a failure, so that a slow Redis delays one request and not all. */
const REST_MILLISECONDS = 1_000

/**
 * The same calculation as the PostgreSQL statement, in one script. The windows follow the caller's clock; `pexpire`
 * only removes old keys.
 */
const RESERVE_SCRIPT = `
local now, window, allowance = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local demand, ahead = tonumber(ARGV[4]), tonumber(ARGV[5])
local known = redis.call('hmget', KEYS[1], 'spent', 'ends')
local spent, ends = tonumber(known[1] or 0), tonumber(known[2] or 0)
if ends <= now then
  spent = 0
  ends = now + window
end
ends = math.min(ends, now + window)
local left = math.max(allowance - spent, 0)
local reserved = math.min(left, math.max(demand, math.min(ahead, math.floor(left / 8))))
redis.call('hset', KEYS[1], 'spent', spent + reserved, 'ends', ends)
redis.call('pexpire', KEYS[1], window * 2)
return {reserved, ends}`

const REDIS_STEP = { name: 'redis reserve', fields: { 'db.system.name': 'redis' } } as const

interface ScriptedRedis extends Redis {
  reserveAllowance(key: string, ...numbers: readonly number[]): Promise<[number, number]>
}

/** Connects in the background. Where Redis does not answer in time, `otherwise` counts the request. */
function openRedisCounters(
  { clock, log, tracer }: CountersNeeds,
  redisUrl: string,
  otherwise: Reserve,
): Counters {
  const connecting = openRedis(redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MILLISECONDS,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, 2_000),
    scripts: { reserveAllowance: { lua: RESERVE_SCRIPT, numberOfKeys: 1 } },
  }) as Promise<ScriptedRedis>
  // The first request gets this failure. Until then it must not end the process.
  connecting.catch(() => undefined)
  let restsUntil = 0
  let isAway = false
  let failures = 0

  const noteAnswer = () => {
    if (isAway) log.info('redis-back')
    isAway = false
  }
  const noteFailure = (error: unknown) => {
    failures += 1
    restsUntil = clock.nowMilliseconds() + REST_MILLISECONDS
    if (!isAway)
      log.warn('redis-away', { 'error.message': error instanceof Error ? error.message : String(error) })
    isAway = true
  }
  const reserve: Reserve = async (request) => {
    const now = clock.nowMilliseconds()
    if (now < restsUntil && restsUntil <= now + REST_MILLISECONDS) return otherwise(request)
    try {
      const ask = async () => reserveInRedis(await connecting, request)
      const reserved = await (tracer ? tracer.step(REDIS_STEP, ask) : ask())
      noteAnswer()
      return reserved
    } catch (error) {
      noteFailure(error)
      return otherwise(request)
    }
  }
  const disconnect = (redis: Redis) => redis.disconnect()
  const metrics = [
    gauge('portico_redis_up', 'Whether Redis gave the last answer: 1 or 0.', () => (isAway ? 0 : 1)),
    counter('portico_redis_errors_total', 'Commands that Redis did not answer.', () => failures),
  ]
  return { reserve, metrics, close: () => connecting.then(disconnect, () => undefined) }
}

async function reserveInRedis(redis: ScriptedRedis, request: ReserveRequest): Promise<Reserved> {
  const { counter, nowMilliseconds, windowMilliseconds, allowance, demand, ahead } = request
  const numbers = [nowMilliseconds, windowMilliseconds, allowance, demand, ahead]
  const [reserved, endsAtMilliseconds] = await redis.reserveAllowance(`portico ${counter}`, ...numbers)
  return { reserved, endsAtMilliseconds }
}

/** Resolves where Redis answers; throws where it does not. */
export async function probeRedis(redisUrl: string): Promise<void> {
  const redis = await openRedis(redisUrl, {
    lazyConnect: true,
    commandTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    retryStrategy: () => null,
  })
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}

/** Loads the client only where Redis is configured, because it takes memory and time at the start. */
async function openRedis(redisUrl: string, options: Omit<RedisOptions, 'replyMapping'>): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, { connectTimeout: CONNECT_TIMEOUT_MILLISECONDS, ...options })
  // Each failure also fails its command, and that failure is logged.
  redis.on('error', () => undefined)
  return redis
}
