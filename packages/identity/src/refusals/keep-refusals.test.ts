import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, pastClock } from '../../testing/fake-clock.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { RefusedPage } from '../platform/refused-page.ts'
import { handedIn } from './heard-service.fixture.ts'
import { KEPT_EACH_SECOND, keepRefusals, MOST_AT_ONCE } from './keep-refusals.ts'
import { findRefusal, type Refusal } from './refusal-store.ts'
import { REFUSAL_TABLES } from './tables.ts'

let database: TestDatabase
let clock: FakeClock
const warnings: string[] = []
const log = {
  info: () => undefined,
  error: () => undefined,
  warn: (event: string) => void warnings.push(event),
}
beforeEach(async () => {
  database = await createTestDatabase()
  clock = pastClock()
  warnings.length = 0
})
afterEach(() => database.drop())

function keeperOf(db: Database = database.db) {
  const { repeats, round } = handedIn()
  return { ...keepRefusals({ db, clock, log }, repeats), write: round }
}

const pageOf = (number: number, changes: Partial<RefusedPage> = {}): RefusedPage => ({
  requestId: `reference${String(number).padStart(6, '0')}`,
  ...{ route: '/login/', reason: 'bad-request', retryAfterSeconds: null, clientId: null },
  ...changes,
})

const stored = async () => {
  const [row] = await database.db.query<{
    count: number
  }>`select count(*)::int as count from refused_requests`
  return row?.count
}
const counted = ({ metrics }: ReturnType<typeof keeperOf>) => valuesOf(metrics, 'portico_refused_pages_total')

/** A database that counts the statements. */
function counting() {
  let statements = 0
  const db: Database = {
    ...database.db,
    query: (...asked: Parameters<Database['query']>) => {
      statements += 1
      return database.db.query(...asked)
    },
  }
  return { db, statements: () => statements }
}

// proves: refusals-bounded
test('a refusal costs no statement of its own: those of some seconds are one, and none where there is none', async () => {
  const { db, statements } = counting()
  const keeper = keeperOf(db)
  await keeper.write()
  for (let number = 0; number < 100; number += 1) keeper.onRefusal(pageOf(number))
  expect(statements()).toBe(0)
  await keeper.write()
  expect([statements(), await stored()]).toEqual([1, 100])
  await keeper.write()
  expect(statements()).toBe(1)
})

// proves: refusals-bounded
test('of a flood of 10,000 the first 500 are kept, the others are counted', async () => {
  const keeper = keeperOf()
  for (let number = 0; number < 10_000; number += 1) keeper.onRefusal(pageOf(number))
  await keeper.write()
  expect(await stored()).toBe(MOST_AT_ONCE)
  expect(await counted(keeper)).toEqual({ kept: 500, over: 9_500, lost: 0 })
})

// proves: refusals-bounded
test('a flood that goes on leaves two rows a second, however often they are written', async () => {
  const keeper = keeperOf()
  const flood = async (from: number) => {
    for (let number = 0; number < 2_000; number += 1) keeper.onRefusal(pageOf(from + number))
    await keeper.write()
  }
  await flood(0)
  await flood(2_000)
  expect(await stored()).toBe(MOST_AT_ONCE)
  clock.advance(60)
  await flood(4_000)
  expect(await stored()).toBe(MOST_AT_ONCE + 60 * KEPT_EACH_SECOND)
  clock.advance(-3_600)
  await flood(6_000)
  expect(await stored()).toBe(MOST_AT_ONCE + 60 * KEPT_EACH_SECOND)
  clock.advance(24 * 60 * 60)
  await flood(8_000)
  await flood(10_000)
  expect(await stored()).toBe(2 * MOST_AT_ONCE + 60 * KEPT_EACH_SECOND)
})

// proves: refusals-bounded
test.each(['not-found', 'method-not-allowed', 'wrong'])(
  '%s is not kept, nor does it take a place',
  async (reason) => {
    const keeper = keeperOf()
    for (let number = 0; number < 1_000; number += 1) keeper.onRefusal(pageOf(number, { reason }))
    keeper.onRefusal(pageOf(1_000))
    await keeper.write()
    expect([await stored(), await counted(keeper)]).toEqual([1, { kept: 1, over: 0, lost: 0 }])
  },
)

// proves: refusals-bounded
test('while the database is away they are dropped, counted, and said nowhere; those after it are kept', async () => {
  let isAway = true
  const db: Database = {
    ...database.db,
    query: (...asked: Parameters<Database['query']>) =>
      isAway ? Promise.reject(new Error('away')) : database.db.query(...asked),
  }
  const keeper = keeperOf(db)
  for (let number = 0; number < 3; number += 1) keeper.onRefusal(pageOf(number))
  await keeper.write()
  isAway = false
  await keeper.write()
  expect([await stored(), await counted(keeper), warnings]).toEqual([0, { kept: 0, over: 0, lost: 3 }, []])
  keeper.onRefusal(pageOf(3))
  await keeper.write()
  expect(await stored()).toBe(1)
})

// proves: refusals-bounded
test('the end writes what is left', async () => {
  const keeper = keeperOf()
  keeper.onRefusal(pageOf(1))
  await keeper.stop()
  expect(await stored()).toBe(1)
})

// proves: refusals-bounded
test('two processes write at once, and a number that comes twice is one row', async () => {
  const [one, other] = [keeperOf(), keeperOf()]
  for (let number = 0; number < 200; number += 1) {
    one.onRefusal(pageOf(number))
    other.onRefusal(pageOf(number + 100, { reason: 'form-stale' }))
  }
  await Promise.all([one.write(), other.write()])
  expect(await stored()).toBe(300)
})

// proves: refusals-nothing-personal
test.each(['ana@example.test', 'Ana Example', 'two words', '', 'x'.repeat(41), "'; drop table citizens; --"])(
  'a reason that is no word of the code is stored as other: %s',
  async (reason) => {
    const keeper = keeperOf()
    keeper.onRefusal(pageOf(1, { reason, retryAfterSeconds: 60 }))
    await keeper.write()
    const now = clock.now()
    const kept: Refusal = {
      ...{ requestId: 'reference000001', at: now, why: 'other', page: '/login/', until: now + 60 },
      clientId: null,
    } as Refusal
    expect(await findRefusal(database.db, kept.requestId)).toEqual(kept)
  },
)

// proves: refusals-expire
test('a row is there for a week', async () => {
  const keeper = keeperOf()
  keeper.onRefusal(pageOf(1))
  await keeper.write()
  const purge = () => purgeAll(REFUSAL_TABLES.refused_requests.purge, { db: database.db, clock })
  clock.advance(7 * 24 * 60 * 60 - 1)
  await purge()
  expect(await stored()).toBe(1)
  clock.advance(1)
  await purge()
  expect(await stored()).toBe(0)
})
