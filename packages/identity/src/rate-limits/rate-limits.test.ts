import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { LIMITS } from '../rooms.ts'
import { allowanceOf, type LimitKind } from './limits.ts'
import { allowedAtOnce, allowedInTurn, countingDatabase, limitsOf } from './rate-limits.fixture.ts'
import { LIMIT_TABLES } from './tables.ts'

let database: TestDatabase
let clock: FakeClock
let caller: string
let callers = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  clock = fakeClock()
  callers += 1
  caller = `198.51.100.${callers}`
})

const oneProcess = () => limitsOf({ db: database.db, clock })
const kinds = Object.keys(LIMITS) as LimitKind[]

describe('one process', () => {
  test.each(kinds)(
    '%s: exactly the contract number is allowed, one after the other (contract section 8)',
    async (kind) => {
      const limits = oneProcess()
      const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
      expect(await allowedInTurn(allowance + 20, [() => limits.spend(kind, caller)])).toBe(allowance)
    },
  )

  // proves: contract-8-enrollment-per-ip
  test.each(kinds)(
    '%s: exactly the contract number is allowed, all at once (contract section 8)',
    async (kind) => {
      const limits = oneProcess()
      const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
      expect(await allowedAtOnce(allowance + 50, [() => limits.spend(kind, caller)])).toBe(allowance)
    },
  )

  // proves: design-7.9-retry-after
  test.each(kinds)(
    '%s: Retry-After is what is left of the window, and then it is open again',
    async (kind) => {
      const limits = oneProcess()
      const { windowSeconds } = LIMITS[kind]!
      await limits.spend(kind, caller, 1)
      clock.advance(10)
      expect(await limits.spend(kind, caller, 1)).toEqual({
        allowed: false,
        ...{ retryAfterSeconds: windowSeconds - 10, limit: kind },
      })
      clock.advance(windowSeconds - 10.001)
      expect(await limits.spend(kind, caller, 1)).toEqual({
        allowed: false,
        retryAfterSeconds: 1,
        limit: kind,
      })
      clock.advance(0.001)
      expect(await limits.spend(kind, caller, 1)).toEqual({ allowed: true })
    },
  )

  test('a window begins with the first request of a key, not with the one that is refused', async () => {
    const limits = oneProcess()
    await limits.spend('token-per-ip', caller, 2)
    clock.advance(59)
    expect(await limits.spend('token-per-ip', caller, 2)).toEqual({ allowed: true })
    expect(await limits.spend('token-per-ip', caller, 2)).toEqual({
      allowed: false,
      retryAfterSeconds: 1,
      limit: 'token-per-ip',
    })
  })

  test('refused requests do not lengthen the wait', async () => {
    const limits = oneProcess()
    await allowedInTurn(50, [() => limits.spend('register-per-email', 'ada@example.org')])
    clock.advance(3600)
    expect(await limits.spend('register-per-email', 'ada@example.org')).toEqual({ allowed: true })
  })

  test('kinds and callers are counted apart', async () => {
    const limits = oneProcess()
    await limits.spend('register-per-ip', caller, 1)
    expect((await limits.spend('register-per-ip', caller, 1)).allowed).toBe(false)
    expect((await limits.spend('recover-per-ip', caller, 1)).allowed).toBe(true)
    expect((await limits.spend('register-per-ip', `${caller}1`, 1)).allowed).toBe(true)
  })

  // proves: design-7.9-ipv6-by-64
  test('every address of one IPv6 /64 spends the same allowance, mapped IPv4 that of IPv4', async () => {
    const limits = oneProcess()
    const ask = async (address: string) => (await limits.spend('register-per-ip', address, 2)).allowed
    expect([await ask('2001:db8:7::1'), await ask('2001:db8:7::2'), await ask('2001:db8:7:0:1::3')]).toEqual([
      true,
      true,
      false,
    ])
    expect([await ask('192.0.2.9'), await ask('::ffff:192.0.2.9'), await ask('::ffff:c000:209')]).toEqual([
      true,
      true,
      false,
    ])
  })

  const widths: readonly [string, number, (at: number) => string][] = [
    ['/64', 1, (at) => `2001:db8:8:1:${at.toString(16)}::1`],
    ['/56', 3, (at) => `2001:db8:9:1${(at & 255).toString(16).padStart(2, '0')}::1`],
    ['/48', 8, (at) => `2001:db8:a:${(at & 255).toString(16)}00::1`],
  ]
  // proves: design-7.37-ipv6-wide-networks, threat-limits-in-parallel
  test.each(widths)(
    'whoever has an IPv6 %s is allowed %d times the contract number, in turn or at once',
    async (_width, factor, address) => {
      const limits = oneProcess()
      const asked = { times: 0 }
      const spend = (kind: LimitKind) => () => limits.spend(kind, address((asked.times += 1)))
      expect(await allowedInTurn(200, [spend('register-per-ip')])).toBe(10 * factor)
      expect(await allowedAtOnce(200, [spend('recover-per-ip')])).toBe(10 * factor)
    },
  )

  // proves: threat-limits-in-parallel
  test('what a narrow network is refused is not counted for the wide ones', async () => {
    const limits = oneProcess()
    await allowedInTurn(100, [() => limits.spend('register-per-ip', '2001:db8:b:1::1')])
    const neighbours = Array.from(
      { length: 90 },
      (_, at) => () => limits.spend('register-per-ip', `2001:db8:b:${at + 2}::1`),
    )
    expect(await allowedInTurn(90, neighbours)).toBe(20)
  })

  test('an allowance of its own takes the place of the deployment number', async () => {
    const limits = oneProcess()
    expect(await allowedInTurn(300, [() => limits.spend('token-per-ip', `client:${caller}`, 250)])).toBe(250)
  })

  test('an allowance that is raised counts at once, one that is lowered too', async () => {
    const limits = oneProcess()
    expect(await allowedInTurn(20, [() => limits.spend('register-per-ip', caller, 5)])).toBe(5)
    expect(await allowedInTurn(20, [() => limits.spend('register-per-ip', caller, 8)])).toBe(3)
    expect(await allowedInTurn(20, [() => limits.spend('register-per-ip', caller, 4)])).toBe(0)
  })

  // proves: threat-clock-jumps
  test('a clock that was an hour ahead and is put back keeps nobody waiting longer than a window', async () => {
    const ahead = fakeClock(clock.nowMilliseconds() + 3_600_000)
    await allowedInTurn(5, [
      () => limitsOf({ db: database.db, clock: ahead }).spend('token-per-ip', caller, 2),
    ])
    const limits = oneProcess()
    expect(await limits.spend('token-per-ip', caller, 2)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      limit: 'token-per-ip',
    })
    clock.advance(60)
    expect((await limits.spend('token-per-ip', caller, 2)).allowed).toBe(true)
  })

  test('what is remembered of a refusal does not outlive a clock that is put back', async () => {
    const limits = oneProcess()
    await allowedInTurn(5, [() => limits.spend('token-per-ip', caller, 2)])
    clock.advance(-7200)
    expect(await limits.spend('token-per-ip', caller, 2)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      limit: 'token-per-ip',
    })
  })
})

test('limits that an operator has practically lifted do not exceed what a counter can have', async () => {
  const limits = oneProcess()
  for (const who of ['192.0.2.200', '2001:db8:ffff::1'])
    expect(await limits.spend('code-per-ip', who, 2_000_000_000)).toEqual({ allowed: true })
})

describe('several processes on one database', () => {
  test.each(kinds)('%s: together exactly the contract number, asked in turn', async (kind) => {
    const [one, two] = [oneProcess(), oneProcess()]
    const spends = [() => one.spend(kind, caller), () => two.spend(kind, caller)]
    const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
    expect(await allowedInTurn(allowance, spends)).toBe(allowance)
    expect(await allowedInTurn(40, spends)).toBe(0)
  })

  // proves: design-7.9-exact-limits, threat-limits-in-parallel
  test.each(kinds)('%s: together exactly the contract number, 50 and more at once', async (kind) => {
    const [one, two] = [oneProcess(), oneProcess()]
    const allowance = allowanceOf(CONTRACT_LIMITS, LIMITS[kind]!)
    const spends = [() => one.spend(kind, caller), () => two.spend(kind, caller)]
    expect(await allowedAtOnce(allowance * 2 + 50, spends)).toBe(allowance)
  })

  // proves: threat-limits-in-parallel
  test('eight processes under load never allow more than the allowance', async () => {
    const processes = Array.from({ length: 8 }, oneProcess)
    const spends = processes.map((limits) => () => limits.spend('token-per-ip', caller))
    let allowed = 0
    for (let round = 0; round < 20; round += 1) allowed += await allowedAtOnce(24, spends)
    expect(allowed).toBe(120)
  })

  test('a process that asked little holds little back from the others', async () => {
    const [quiet, busy] = [oneProcess(), oneProcess()]
    expect(await allowedInTurn(3, [() => quiet.spend('introspect-per-ip', caller)])).toBe(3)
    expect(await allowedInTurn(1600, [() => busy.spend('introspect-per-ip', caller)])).toBeGreaterThanOrEqual(
      1500 - 6,
    )
  })

  test('an IPv6 network has its allowance over all of them', async () => {
    const [one, two] = [oneProcess(), oneProcess()]
    const spends = Array.from({ length: 300 }, (_, at) => () => {
      const address = `2001:db8:c:${(at & 255).toString(16)}00::1`
      return (at % 2 === 0 ? one : two).spend('register-per-ip', address)
    })
    expect(await allowedAtOnce(300, spends)).toBe(80)
  })

  test('a new window is one window for all of them', async () => {
    const [one, two] = [oneProcess(), oneProcess()]
    const spends = [() => one.spend('token-per-ip', caller, 10), () => two.spend('token-per-ip', caller, 10)]
    expect(await allowedInTurn(30, spends)).toBe(10)
    clock.advance(60)
    expect(await allowedInTurn(30, spends)).toBe(10)
  })
})

describe('what it costs', () => {
  // proves: threat-table-growth
  test('enrollment: one statement per request, and none for a key that is known to be spent', async () => {
    const db = countingDatabase(database.db)
    const limits = limitsOf({ db, clock })
    await allowedInTurn(3, [() => limits.spend('recover-per-email', `${caller}@example.org`)])
    expect(db.asked.statements).toBe(3)
    await allowedInTurn(100, [() => limits.spend('recover-per-email', `${caller}@example.org`)])
    expect(db.asked.statements).toBe(4)
  })

  test('introspection: a small part of its requests is written down', async () => {
    const db = countingDatabase(database.db)
    const limits = limitsOf({ db, clock })
    await allowedInTurn(1500, [() => limits.spend('introspect-per-ip', caller)])
    expect(db.asked.statements).toBeLessThan(80)
  })

  // proves: threat-table-growth
  testOnOneServer('counters whose window is over are removed, in batches, and others are not', async () => {
    const limits = oneProcess()
    await database.db.query`delete from rate_counters`
    for (let index = 0; index < 5; index += 1) await limits.spend('token-per-ip', `${caller}.${index}`)
    await limits.spend('register-per-ip', caller)
    const later = (clock.now() + 130) as UnixSeconds
    const purgeAt = (now: UnixSeconds, most: number) =>
      purgeOnce(purgesOf(LIMIT_TABLES), { db: database.db, clock: { ...clock, now: () => now } }, most)
    expect(await purgeAt(clock.now(), 1000)).toBe(0)
    expect(await purgeAt(later, 2)).toBe(2)
    expect(await purgeAt(later, 1000)).toBe(3)
    const left = await database.db
      .query`select counter from rate_counters where counter = ${`register-per-ip ${caller}`}`
    expect(left).toHaveLength(1)
  })

  test('no e-mail address is in the table', async () => {
    await oneProcess().spend('register-per-email', 'very.secret@example.org')
    const rows = await database.db.query`select counter from rate_counters where counter like '%example.org%'`
    expect(rows).toHaveLength(0)
  })
})

describe('when the database is away', () => {
  test('the outage is thrown, nothing is allowed, and it heals by itself', async () => {
    const nowhere = {
      kind: 'socket',
      socketDir: '/nonexistent',
      port: 5432,
      user: 'portico',
      database: 'portico',
    } as const
    const pool = openPool(nowhere, { connections: 1, deadlineMilliseconds: 1_000, access: 'any' })
    let target = pool as typeof database.db
    const limits = limitsOf({
      clock,
      db: {
        query: (...asked) => target.query(...asked),
        transaction: (work) => target.transaction(work),
        layout: () => target.layout(),
      },
    })
    const answers = await Promise.allSettled([
      limits.spend('token-per-ip', caller),
      limits.spend('token-per-ip', caller),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe('rejected')
      expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(DatabaseUnavailable)
    }
    target = database.db
    expect((await limits.spend('token-per-ip', caller)).allowed).toBe(true)
    await pool.close()
  })
})

// proves: seeing-metrics
test('the metrics count the refusals of each limit, and no name of a caller', async () => {
  const limits = oneProcess()
  const refused = () => valuesOf(limits.metrics, 'portico_limit_refusals_total')
  expect(await refused()).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 0])))
  await limits.spend('recover-per-email', caller, 1)
  expect((await refused())['recover-per-email']).toBe(0)
  await limits.spend('recover-per-email', caller, 1)
  await limits.spend('recover-per-email', caller, 1)
  expect(await refused()).toMatchObject({ 'recover-per-email': 2, 'recover-per-ip': 0 })
  expect(limits.metrics).toHaveLength(1)
})

// proves: threat-lost-counts
test('a counter whose table is locked is counted in the process, strictly, and goes on in the table afterwards', async () => {
  const limits = oneProcess()
  const [allowance, here] = [120, 60]
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = database.db.transaction(async (tx) => {
    await tx.query`lock table rate_counters in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const spend = () => limits.spend('token-per-ip', caller, allowance)
  expect(await allowedInTurn(allowance, [spend])).toBe(here)
  release.resolve()
  await holder
  expect(await allowedInTurn(5, [() => limits.spend('token-per-ip', `${caller}9`, 5)])).toBe(5)
  clock.advance(10)
  expect(await allowedInTurn(5, [() => limits.spend('token-per-ip', caller, allowance + 3)])).toBe(3)
})

// proves: threat-lost-counts
test('a table that lost its counters, as in a failover, is filled from what the processes know', async () => {
  const [one, two] = [oneProcess(), oneProcess()]
  const [byOne, byTwo] = [one, two].map((limits) => () => limits.spend('recover-per-ip', caller, 10))
  if (!byOne || !byTwo) throw new Error('There are two')
  expect(await allowedInTurn(8, [byOne, byTwo])).toBe(8)
  await database.db.query`delete from rate_counters where counter = ${`recover-per-ip ${caller}`}`
  expect(await allowedInTurn(8, [byTwo, byOne])).toBe(2)
})
