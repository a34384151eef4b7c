import type { Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Take, Taken, TakeRequest } from './take.ts'

/** Counters in Redis or Valkey. */
export interface RedisCounters {
  readonly take: Take
  close(): Promise<void>
}

/** What they need. */
export interface RedisCountersNeeds {
  readonly redisUrl: string
  readonly clock: Clock
  readonly log: Log
  /** Counts while Redis is away. */
  readonly otherwise: Take
}

/** How long a request waits for Redis before its counters are kept in PostgreSQL. */
export const COMMAND_TIMEOUT_MILLISECONDS = 250
const CONNECT_TIMEOUT_MILLISECONDS = 1_000

/** After a failure Redis is not asked for this long, so that a stuck one slows one request, not all. */
const REST_MILLISECONDS = 1_000

/**
 * The same arithmetic as the statement in PostgreSQL, in one step on the server. Windows go by the caller's clock;
 * the expiry only tidies up.
 */
const TAKE_SCRIPT = `
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
local taken = math.min(left, math.max(demand, math.min(ahead, math.floor(left / 8))))
redis.call('hset', KEYS[1], 'spent', spent + taken, 'ends', ends)
redis.call('pexpire', KEYS[1], window * 2)
return {taken, ends}`

interface ScriptedRedis extends Redis {
  takeAllowance(key: string, ...numbers: readonly number[]): Promise<[number, number]>
}

/** Connects in the background; a request that Redis does not answer quickly is counted by `otherwise`. */
export function openRedisCounters(needs: RedisCountersNeeds): RedisCounters {
  const { clock, log, otherwise } = needs
  const connecting = connect(needs.redisUrl)
  // Whoever counts first is told; until then a failure must not end the process.
  connecting.catch(() => undefined)
  let restsUntil = 0
  let isAway = false

  const noteAnswer = () => {
    if (isAway) log.info('redis-back')
    isAway = false
  }
  const noteFailure = (error: unknown) => {
    restsUntil = clock.nowMilliseconds() + REST_MILLISECONDS
    if (!isAway) log.warn('redis-away', { reason: error instanceof Error ? error.message : String(error) })
    isAway = true
  }
  const take: Take = async (request) => {
    const now = clock.nowMilliseconds()
    if (now < restsUntil && restsUntil <= now + REST_MILLISECONDS) return otherwise(request)
    try {
      const taken = await takeFromRedis(await connecting, request)
      noteAnswer()
      return taken
    } catch (error) {
      noteFailure(error)
      return otherwise(request)
    }
  }
  return {
    take,
    close: () =>
      connecting.then(
        (redis) => redis.disconnect(),
        () => undefined,
      ),
  }
}

/** The client is loaded only where there is a Redis: most deployments have none, and it takes memory and time at the start. */
async function connect(redisUrl: string): Promise<ScriptedRedis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MILLISECONDS,
    connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, 2_000),
    scripts: { takeAllowance: { lua: TAKE_SCRIPT, numberOfKeys: 1 } },
  }) as ScriptedRedis
  // Each failure also fails the command that met it, which is where it is logged.
  redis.on('error', () => undefined)
  return redis
}

async function takeFromRedis(redis: ScriptedRedis, request: TakeRequest): Promise<Taken> {
  const { counter, nowMilliseconds, windowMilliseconds, allowance, demand, ahead } = request
  const numbers = [nowMilliseconds, windowMilliseconds, allowance, demand, ahead]
  const [taken, endsAtMilliseconds] = await redis.takeAllowance(`portico ${counter}`, ...numbers)
  return { taken, endsAtMilliseconds }
}

/** Whether Redis answers; throws when not. */
export async function probeRedis(redisUrl: string): Promise<void> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    commandTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}
