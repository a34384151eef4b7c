import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { unixSeconds } from '../platform/clock.ts'
import { sha256 } from '../platform/secret.ts'
import type { Seal } from './seal.ts'
import { findIds, findLastBefore, findLetGoOf, findSealAt, findSealsAfter, insertSeal } from './seal-store.ts'
import {
  countSealable,
  findAllLetGo,
  findByHash,
  findClosings,
  findSealable,
  findSealedIds,
  findThere,
} from './verify-store.ts'

const DAY_SECONDS = 24 * 60 * 60
const FIRST = unixSeconds(Date.parse('2026-01-01T00:00:00Z') / 1_000)
const dayAfter = (days: number) => unixSeconds(FIRST + days * DAY_SECONDS)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from audit_seals`
  await database.db.query`delete from audit_events`
})

const hashOf = (number: number, chain: string) => sha256(`${number} ${chain}`)
const idOf = (number: number, chain: string) => hashOf(number, chain).subarray(0, 16)

/** Stores a seal of one event, of which a hash of its place is the id. Nobody has signed it. */
async function store(number: number, chain: string, changes: Partial<Seal> = {}): Promise<void> {
  const seal: Seal = {
    ...{ number, chain, kind: 'live', day: '2026-01-01', events: 1, heads: '', history: 'h' },
    ...{ idsHash: Buffer.alloc(0), digest: Buffer.alloc(0), firstAt: FIRST, lastAt: FIRST },
    ...{ begunBelow: 1, sealedBelow: 1, walkedAt: null, walkedId: null, sealedAt: FIRST },
    ...{ hash: hashOf(number, chain), mac: Buffer.alloc(0) },
    ...changes,
  }
  await insertSeal(database.db, seal, idOf(number, chain))
}

const placeOf = ({ number, chain }: Pick<Seal, 'number' | 'chain'>) => `${number} ${chain}`

describe('seals of two chains', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) for (const chain of ['a', 'b']) await store(number, chain)
  })

  test('are read in pages, each once, by their numbers and chains', async () => {
    const read: string[] = []
    for (let after = { number: 0, chain: '' }; read.length < 10; ) {
      const page = await findSealsAfter(database.db, after, 2)
      read.push(...page.map(placeOf))
      const last = page.at(-1)
      if (!last) break
      after = last
    }
    expect(read).toEqual(['1 a', '1 b', '2 a', '2 b', '3 a', '3 b'])
  })

  test('are found by the place, with the ids of their events, and by the hash', async () => {
    for (const chain of ['a', 'b']) {
      expect(await findSealAt(database.db, { number: 2, chain })).toMatchObject({ number: 2, chain })
      const ids = await findIds(database.db, { numbers: '{1,3}', chain })
      expect(ids).toEqual([1, 3].map((number) => ({ number, ids: idOf(number, chain) })))
    }
    const hash = hashOf(2, 'b')
    expect(await findByHash(database.db, hash)).toMatchObject([{ number: 2, hash, mac: Buffer.alloc(0) }])
    expect(await findByHash(database.db, hashOf(9, 'b'))).toEqual([])
  })
})

test('the ids of a day are those of one chain', async () => {
  await store(1, 'a')
  await store(1, 'b')
  await store(2, 'a', { day: '2026-01-02' })
  expect(await findSealedIds(database.db, 'a', '2026-01-01')).toEqual([idOf(1, 'a')])
})

test('what lets go of a day is a seal that says so, of that day', async () => {
  await store(1, 'a')
  await store(2, 'a', { kind: 'let-go' })
  await store(3, 'a', { kind: 'let-go', day: '2026-01-02' })
  const letGo = await findLetGoOf(database.db, '2026-01-01')
  expect(letGo.map(({ hash }) => hash)).toEqual([hashOf(2, 'a')])
  expect((await findAllLetGo(database.db)).map(({ day }) => day).toSorted()).toEqual([
    '2026-01-01',
    '2026-01-02',
  ])
})

test('the last seal of each day of some is told, and the last one before an instant', async () => {
  for (const [index, days] of [0, 1, 1, 2, 3].entries())
    await store(index + 1, 'a', { sealedAt: dayAfter(days) })
  const closings = await findClosings(database.db, dayAfter(1), dayAfter(3))
  expect(closings.map(({ day, number }) => [day, number])).toEqual([
    ['2026-01-02', 3],
    ['2026-01-03', 4],
  ])
  expect(await findLastBefore(database.db, dayAfter(2))).toMatchObject({ number: 3 })
  expect(await findLastBefore(database.db, FIRST)).toBeUndefined()
})

test('the events of a day that have to be sealed are those of transactions below the horizon, or of none; by their ids they are found alone', async () => {
  const uuid = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`
  const write = (digit: number, at: number, by: number | null) => database.db.query`
    insert into audit_events (event_id, at, name, actor, details, written_in)
    values (${uuid(digit)}::text::uuid, to_timestamp(${at}), 'signed-in', 'citizen', '{}', ${by}::text::xid8)`
  await write(1, FIRST, 9)
  await write(2, FIRST + 1, null)
  await write(3, FIRST + 1, 10)
  await write(4, FIRST - 1, 9)
  await write(5, dayAfter(1), 9)
  const day = { from: FIRST, until: dayAfter(1), sealedBelow: 10 }
  expect(await countSealable(database.db, day)).toBe(2)
  expect(await findSealable(database.db, day)).toEqual([uuid(1), uuid(2)])
  expect(await findThere(database.db, `{${uuid(3)},${uuid(6)}}`)).toEqual([uuid(3)])
})
