import type { Redis, RedisOptions } from 'ioredis'
import { counter, gauge, type Metric } from '../platform/metric.ts'
import type { Counters, CountersNeeds, InformedRequest, Reserved, ReserveInformed } from './counter-store.ts'
import { type LossWatch, watchLoss } from './lost-counts.ts'

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
local leastSpent, knownEnd = tonumber(ARGV[6]), tonumber(ARGV[7])
local known = redis.call('hmget', KEYS[1], 'spent', 'ends')
local spent, ends = tonumber(known[1] or 0), tonumber(known[2] or 0)
if ends <= now then
  spent = leastSpent
  ends = knownEnd > 0 and knownEnd or now + window
elseif knownEnd > 0 then
  spent = math.max(spent, leastSpent)
end
ends = math.min(ends, now + window)
local left = math.max(allowance - spent, 0)
local reserved = math.min(left, math.max(demand, math.min(ahead, math.floor(left / 8))))
redis.call('hset', KEYS[1], 'spent', spent + reserved, 'ends', ends)
redis.call('pexpire', KEYS[1], window * 2)
return {reserved, ends, spent + reserved}`

const REDIS_STEP = { name: 'redis reserve', fields: { 'db.system.name': 'redis' } } as const

interface ScriptedRedis extends Redis {
  reserveAllowance(key: string, ...numbers: readonly number[]): Promise<[number, number, number]>
}

/** Connects in the background. Where Redis does not answer in time, `otherwise` counts the request. */
export function openRedisCounters(
  { clock, log, tracer }: CountersNeeds,
  redisUrl: string,
  otherwise: ReserveInformed,
): Counters<ReserveInformed> {
  const connecting = openRedis(redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MILLISECONDS,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, 2_000),
    scripts: { reserveAllowance: { lua: RESERVE_SCRIPT, numberOfKeys: 1 } },
  }) as Promise<ScriptedRedis>
  // The first request gets this failure. Until then it must not end the process.
  connecting.catch(() => undefined)
  const loss = watchLoss(() => clock.nowMilliseconds())
  void connecting.then(
    (redis) => followRun(redis, loss),
    () => undefined,
  )
  let restsUntil = 0
  let isAway = false
  let failures = 0

  const noteAnswer = () => {
    loss.answered()
    if (isAway) log.info('redis-back')
    isAway = false
  }
  const noteFailure = (error: unknown) => {
    failures += 1
    loss.failed()
    restsUntil = clock.nowMilliseconds() + REST_MILLISECONDS
    if (!isAway)
      log.warn('redis-away', { 'error.message': error instanceof Error ? error.message : String(error) })
    isAway = true
  }
  const reserve: ReserveInformed = async (request) => {
    const now = clock.nowMilliseconds()
    if (now < restsUntil && restsUntil <= now + REST_MILLISECONDS) return otherwise(loss.strict(request))
    try {
      const ask = async () => reserveInRedis(await connecting, loss.strict(request))
      const reserved = await (tracer ? tracer.step(REDIS_STEP, ask) : ask())
      noteAnswer()
      return reserved
    } catch (error) {
      noteFailure(error)
      return otherwise(loss.strict(request))
    }
  }
  const disconnect = (redis: Redis) => redis.disconnect()
  const metrics = metricsOf(() => ({ isAway, failures }))
  return { reserve, metrics, close: () => connecting.then(disconnect, () => undefined) }
}

async function reserveInRedis(redis: ScriptedRedis, request: InformedRequest): Promise<Reserved> {
  const { counter, nowMilliseconds, windowMilliseconds, allowance, demand, ahead } = request
  const { knownSpent, knownEndMilliseconds } = request
  const numbers = [
    nowMilliseconds,
    windowMilliseconds,
    allowance,
    demand,
    ahead,
    knownSpent,
    knownEndMilliseconds,
  ]
  const [reserved, endsAtMilliseconds, spent] = await redis.reserveAllowance(`portico ${counter}`, ...numbers)
  return { reserved, endsAtMilliseconds, spent }
}

function metricsOf(read: () => { readonly isAway: boolean; readonly failures: number }): readonly Metric[] {
  return [
    gauge('portico_redis_up', 'Whether Redis gave the last answer: 1 or 0.', () => (read().isAway ? 0 : 1)),
    counter('portico_redis_errors_total', 'Commands that Redis did not answer.', () => read().failures),
  ]
}

/** Tells after each connection which run of Redis it is. */
function followRun(redis: Redis, loss: LossWatch): void {
  const note = async () => loss.connected(/^run_id:(\w+)/m.exec(await redis.info('server'))?.[1])
  const noteQuietly = () => void note().catch(() => undefined)
  if (redis.status === 'ready') noteQuietly()
  redis.on('ready', noteQuietly)
  redis.on('close', () => loss.disconnected())
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
