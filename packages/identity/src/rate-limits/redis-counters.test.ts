import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import type { Tracer } from '../platform/tracer.ts'
import { LIMITS } from '../rooms.ts'
import { allowanceOf, type LimitKind } from './limits.ts'
import {
  allowedAtOnce,
  allowedInTurn,
  countingDatabase,
  limitsOf,
  listeningLog,
} from './rate-limits.fixture.ts'
import type { RateLimits } from './rate-limits.ts'
import { startRedis } from './redis-server.fixture.ts'

const redisProgram = process.env['PORTICO_REDIS_SERVER'] ?? '/usr/bin/redis-server'

let database: TestDatabase
let redis: Awaited<ReturnType<typeof startRedis>>
let clock: FakeClock
let db: ReturnType<typeof countingDatabase>
let caller: string
let callers = 0
const open: RateLimits[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  redis = await startRedis(redisProgram)
})
afterAll(async () => {
  for (const limits of open) await limits.close()
  await redis.stop()
  await database.drop()
})
beforeEach(() => {
  clock = fakeClock()
  db = countingDatabase(database.db)
  callers += 1
  caller = `203.0.113.${callers}`
})

function oneProcess(log = listeningLog()): RateLimits {
  const limits = limitsOf({ db, clock, redisUrl: redis.url, log })
  open.push(limits)
  return limits
}

const kinds = Object.keys(LIMITS) as LimitKind[]

describe('counters in Redis', () => {
  test.each(kinds)(
    '%s: one process is allowed exactly the contract number (contract section 8)',
    async (kind) => {
      const limits = oneProcess()
      const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
      expect(await allowedAtOnce(50, [() => limits.spend(kind, caller)])).toBe(Math.min(50, allowance))
      expect(await allowedInTurn(allowance, [() => limits.spend(kind, caller)])).toBe(
        Math.max(allowance - 50, 0),
      )
      expect(db.asked.statements).toBe(0)
    },
  )

  // proves: threat-limits-in-parallel
  test.each(kinds)('%s: two processes together are allowed exactly the contract number', async (kind) => {
    const [one, two] = [oneProcess(), oneProcess()]
    const spends = [() => one.spend(kind, caller), () => two.spend(kind, caller)]
    const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
    expect(await allowedInTurn(allowance, spends)).toBe(allowance)
    expect(await allowedAtOnce(50, spends)).toBe(0)
    expect(db.asked.statements).toBe(0)
  })

  // proves: design-7.37-ipv6-wide-networks
  test('an IPv6 /48 is allowed eight times as much as one address, by two processes together', async () => {
    const [one, two] = [oneProcess(), oneProcess()]
    const spends = Array.from({ length: 300 }, (_, at) => () => {
      const address = `2001:db8:d:${(at & 255).toString(16)}00::1`
      return (at % 2 === 0 ? one : two).spend('register-per-ip', address)
    })
    expect(await allowedAtOnce(300, spends)).toBe(80)
    expect(db.asked.statements).toBe(0)
  })

  test('a window ends by our clock, not by that of Redis', async () => {
    const limits = oneProcess()
    await limits.spend('token-per-ip', caller, 1)
    clock.advance(20)
    expect(await limits.spend('token-per-ip', caller, 1)).toEqual({
      allowed: false,
      retryAfterSeconds: 40,
      limit: 'token-per-ip',
    })
    clock.advance(40)
    expect(await limits.spend('token-per-ip', caller, 1)).toEqual({ allowed: true })
  })

  test('a clock that is put back keeps nobody waiting longer than a window', async () => {
    const limits = oneProcess()
    await allowedInTurn(3, [() => limits.spend('token-per-ip', caller, 1)])
    clock.advance(-7200)
    expect(await limits.spend('token-per-ip', caller, 1)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      limit: 'token-per-ip',
    })
  })
})

describe('while Redis is away', () => {
  test('PostgreSQL counts, exactly, and the log says it once', async () => {
    const log = listeningLog()
    const limits = limitsOf({ db, clock, redisUrl: 'redis://127.0.0.1:1', log })
    open.push(limits)
    expect(await allowedAtOnce(50, [() => limits.spend('register-per-ip', caller)])).toBe(10)
    expect(await allowedAtOnce(50, [() => limits.spend('recover-per-ip', caller)])).toBe(10)
    expect(log.lines).toEqual(['redis-away'])
    expect(db.asked.statements).toBeGreaterThan(0)
  })

  test('a Redis that hangs is asked no more for a while: PostgreSQL counts, and the log says it once', async () => {
    const log = listeningLog()
    const limits = oneProcess(log)
    await limits.spend('register-per-ip', caller)
    redis.freeze()
    const before = db.asked.statements
    for (let index = 0; index < 20; index += 1) await limits.spend('token-per-ip', `${caller}.${index}`)
    expect(db.asked.statements - before, 'PostgreSQL counted them all').toBeGreaterThanOrEqual(20)
    redis.thaw()
    expect(log.lines).toEqual(['redis-away'])
  })

  test('a Redis that was stopped is used again when it is back', async () => {
    const own = await startRedis(redisProgram)
    const log = listeningLog()
    const limits = limitsOf({ db, clock, redisUrl: own.url, log })
    open.push(limits)
    await limits.spend('register-per-ip', caller)
    await own.stop()
    expect((await limits.spend('register-per-ip', caller)).allowed).toBe(true)
    expect(db.asked.statements).toBeGreaterThan(0)
    const back = await startRedis(redisProgram, own.port)
    for (let attempt = 0; attempt < 50 && !log.lines.includes('redis-back'); attempt += 1) {
      await wait(100)
      clock.advance(2)
      await limits.spend('recover-per-ip', `${caller}.${attempt}`)
    }
    expect(log.lines).toEqual(['redis-away', 'redis-back'])
    await back.stop()
  })
})

// proves: threat-lost-counts
describe('a Redis that was killed', () => {
  test.each(['token-per-ip', 'recover-per-ip', 'recover-per-email'] as const)(
    '%s: the count goes on from what the process knows, without Redis and with one that begins anew',
    async (kind) => {
      const own = await startRedis(redisProgram)
      const limits = limitsOf({ db, clock, redisUrl: own.url, log: listeningLog() })
      open.push(limits)
      const spend = () => limits.spend(kind, caller, 20)
      expect(await allowedInTurn(12, [spend])).toBe(12)
      await own.stop()
      expect(await allowedInTurn(4, [spend])).toBe(4)
      const back = await startRedis(redisProgram, own.port)
      clock.advance(2)
      expect(await allowedInTurn(20, [spend])).toBe(4)
      await back.stop()
    },
  )

  test('of a caller whom the process does not know, half of the limit is taken for spent', async () => {
    const own = await startRedis(redisProgram)
    const limits = limitsOf({ db, clock, redisUrl: own.url, log: listeningLog() })
    open.push(limits)
    await limits.spend('recover-per-ip', caller)
    await own.stop()
    expect(await allowedInTurn(20, [() => limits.spend('recover-per-ip', `${caller}1`, 10)])).toBe(5)
    expect(await allowedInTurn(3, [() => limits.spend('recover-per-ip', `${caller}2`, 1)])).toBe(1)
    clock.advance(3_700)
    expect(await allowedInTurn(20, [() => limits.spend('recover-per-ip', `${caller}3`, 10)])).toBe(10)
  })
})

// proves: threat-half-configured
test('an address that cannot be read ends nothing: requests are counted in PostgreSQL, and no password is logged', async () => {
  const reasons: string[] = []
  const note = (event: string, fields?: object) => void reasons.push(JSON.stringify({ event, ...fields }))
  const log = { info: note, warn: note, error: note }
  const redisUrl = 'redis://user:secret-word@localhost:99999'
  const unused = limitsOf({ db, clock, redisUrl, log })
  const limits = limitsOf({ db, clock, redisUrl, log })
  expect(await limits.spend('token-per-ip', caller, 1)).toEqual({ allowed: true })
  expect((await limits.spend('token-per-ip', caller, 1)).allowed).toBe(false)
  expect(db.asked.statements).toBeGreaterThan(0)
  expect(reasons).toEqual([expect.stringContaining('redis-away')])
  expect(reasons.join()).not.toContain('secret-word')
  await Promise.all([limits.close(), unused.close()])
})

// proves: seeing-metrics
test('the metrics say that Redis is away, how often it failed, and that it is back', async () => {
  const limits = oneProcess()
  const state = async () => [
    (await valuesOf(limits.metrics, 'portico_redis_up'))[''],
    (await valuesOf(limits.metrics, 'portico_redis_errors_total'))[''],
  ]
  await limits.spend('token-per-ip', `${caller}a`)
  expect(await state()).toEqual([1, 0])
  redis.freeze()
  try {
    await limits.spend('token-per-ip', `${caller}b`)
    expect(await state()).toEqual([0, 1])
  } finally {
    redis.thaw()
  }
  clock.advance(2)
  await expect
    .poll(async () => {
      clock.advance(2)
      await limits.spend('token-per-ip', `${caller}c`)
      return (await state())[0]
    })
    .toBe(1)
})

// proves: seeing-traces
test('where requests are traced, a command to Redis is a step without the caller in it, and PostgreSQL is none of it', async () => {
  const steps: unknown[] = []
  const tracer: Pick<Tracer, 'step'> = {
    step: (step, work) => {
      steps.push(step)
      return work()
    },
  }
  const limits = limitsOf({ db, clock, redisUrl: redis.url, log: listeningLog(), tracer: tracer as Tracer })
  open.push(limits)
  await limits.spend('recover-per-email', 'ada@example.org')
  expect(steps).toEqual([{ name: 'redis reserve', fields: { 'db.system.name': 'redis' } }])
})
